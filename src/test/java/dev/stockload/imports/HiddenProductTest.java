package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.order.Brake;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;

/** Products that leave the merchant's product list and come back: absence hides, not erases. */
class HiddenProductTest extends Nights {
    @Test
    void what_left_the_sheet_meanwhile_is_zeroed_once_its_product_is_back() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,7");
        warehouse.service.hide(2);
        night(MissingMode.ZERO, "1,red,36,4");
        Result away = night(MissingMode.ZERO, "1,red,36,3");
        assertThat(away.report().missing()).isEqualTo(Tally.Missing.NONE);
        warehouse.service.show(2);

        Result back = night(MissingMode.ZERO, "1,red,36,2");

        assertThat(back.report().missing()).isEqualTo(new Tally.Missing(1, 1, 7, 1));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
    }

    @Test
    void what_was_sold_meanwhile_is_not_sent_back() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,7");
        warehouse.service.put(2, "red", "36", 6);
        warehouse.service.hide(2);
        night(MissingMode.ZERO, "1,red,36,4", "2,red,36,7");
        Result away = night(MissingMode.ZERO, "1,red,36,3", "2,red,36,7");
        assertThat(away.report().rows().rejected()).isEqualTo(1);
        assertThat(Files.readString(folderOf(away).resolve("report.json")))
                .contains("is not in the merchant's product list");
        warehouse.service.show(2);

        night(MissingMode.ZERO, "1,red,36,2", "2,red,36,7");

        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 6));
    }

    @Test
    void two_runs_of_another_job_over_a_partial_list_erase_nothing() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,7");
        warehouse.service.hide(2);
        other("3,red,36,1");
        other("3,red,36,2");
        warehouse.service.show(2);
        other("3,red,36,3");

        Result back = night(MissingMode.ZERO, "1,red,36,4");

        assertThat(back.report().missing().zeroed()).isOne();
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
    }

    @Test
    void the_newest_sheet_has_it_even_if_an_older_run_resumes_once_it_is_back() throws IOException {
        night(MissingMode.REPORT, "2,red,36,7");
        warehouse.service.stop();
        night(MissingMode.REPORT, "2,red,36,6");
        warehouse.service.start();
        warehouse.service.hide(2);
        night(MissingMode.REPORT, "1,red,36,1", "2,red,36,5");
        warehouse.service.show(2);

        warehouse.resume();

        assertThat(stockOf(2, "red")).as("not 6").isEqualTo(Map.of("36", 7));
    }

    @Test
    void the_same_sheet_is_imported_again_once_a_product_of_the_job_is_back() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,7");
        warehouse.service.hide(2);
        Path sheet = sheet("1,red,36,4");
        warehouse.start(order(sheet, MissingMode.ZERO));
        assertThat(warehouse.start(order(sheet, MissingMode.ZERO)).earlier()).isPresent();
        warehouse.service.show(2);
        warehouse.time.rest(Duration.ofHours(1), warehouse.stop);

        Result again = warehouse.start(order(sheet, MissingMode.ZERO));

        assertThat(again.earlier()).isEmpty();
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
    }

    @Test
    void a_product_made_again_without_stock_is_sent_as_the_sheet_has_it() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,7");
        warehouse.service.hide(2);
        night(MissingMode.ZERO, "1,red,36,4", "2,red,36,7");
        night(MissingMode.ZERO, "1,red,36,3", "2,red,36,7");
        warehouse.service.lose(2, "red");
        warehouse.service.show(2);

        night(MissingMode.ZERO, "1,red,36,2", "2,red,36,7");

        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 7));
    }

    @Test
    void a_request_in_doubt_is_not_decided_by_the_list_of_a_hidden_product() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5");
        warehouse.service.fault(2, StrictService.Fault.LOST_AFTER);
        warehouse.service.onCreate(
                () -> warehouse.service.onList(list -> hideBeforeTheFirst(list)));
        Result lost = night(MissingMode.REPORT, "2,red,36,7");
        assertThat(lost.run().state()).isEqualTo(Run.State.FAILED);
        warehouse.service.onList(list -> {});
        warehouse.service.show(2);

        warehouse.resume();

        assertThat(warehouse.service.applied()).containsEntry("2 red", 1);
    }

    @Test
    void a_check_of_the_store_tells_what_is_not_listed_and_compares_it_once_it_is_back()
            throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,7");
        warehouse.service.hide(2);
        night(MissingMode.REPORT, "1,red,36,4", "2,red,36,7");
        night(MissingMode.REPORT, "1,red,36,3", "2,red,36,7");

        VerifyResult away = verify();
        assertThat(away.sizes()).isEqualTo(1);
        assertThat(away.notListed()).containsExactly(2);

        warehouse.service.show(2);
        warehouse.service.put(2, "red", "36", 6);
        VerifyResult back = verify();
        assertThat(back.sizes()).isEqualTo(2);
        assertThat(back.notListed()).isEmpty();
        assertThat(back.less()).isOne();
    }

    @Test
    void the_check_of_a_run_tells_what_is_not_listed_and_compares_the_rest() throws IOException {
        Run run = night(MissingMode.REPORT, "1,red,36,5", "2,red,36,7", "2,red,37,0").run();
        warehouse.service.hide(2);

        VerifyResult away = verify(run);
        assertThat(away.asSent()).isOne();
        assertThat(away.notListed()).containsExactly(2);
        assertThat(away.equal()).isFalse();

        warehouse.service.show(2);
        assertThat(verify(run).equal()).isTrue();
    }

    @Test
    void the_check_of_a_run_looks_past_missing_sizes_of_a_product_that_is_not_listed()
            throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,7");
        Run run = night(MissingMode.REPORT, "1,red,36,4").run();
        assertThat(verify(run).notInSheet()).isOne();
        warehouse.service.hide(2);

        VerifyResult away = verify(run);

        assertThat(away.notInSheet()).isZero();
        assertThat(away.equal()).as("nothing that the run sent is away").isTrue();
    }

    @Test
    void why_says_that_a_product_is_not_listed() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,7");
        warehouse.service.hide(2);
        night(MissingMode.REPORT, "1,red,36,4", "2,red,36,7");
        night(MissingMode.REPORT, "1,red,36,3", "2,red,36,7");

        assertThat(warehouse.why("2", Duration.ofDays(9)).toString())
                .contains("not in the merchant's product list")
                .doesNotContain("as the newest sheet wants");
    }

    private void hideBeforeTheFirst(int list) {
        if (list == 1) {
            warehouse.service.hide(2);
        }
    }

    private VerifyResult verify(Run run) throws IOException {
        return warehouse.verification().verify(run, OptionalInt.empty(), (done, all) -> {});
    }

    private VerifyResult verify() throws IOException {
        return warehouse.storeVerification().verify("default", (done, all) -> {});
    }

    private Result other(String... rows) throws IOException {
        warehouse.time.rest(Duration.ofHours(4), warehouse.stop);
        return warehouse.start(
                Orders.nightly("other", sheet(rows), MissingMode.ZERO, new Brake(1, 0, 1, false)));
    }
}
