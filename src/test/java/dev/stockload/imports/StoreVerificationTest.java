package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.book.rules.StoreDifference.Kind;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.change.SizeDifference;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.Run;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** The whole store is compared with what it accepted, size by size. */
class StoreVerificationTest extends Nights {
    @Test
    void says_what_was_sold_changed_removed_or_is_in_no_sheet() throws IOException {
        night(
                MissingMode.REPORT,
                "1,red,36,5",
                "1,red,37,5",
                "1,red,38,5",
                "1,blue,36,5",
                "2,red,36,0");
        warehouse.service.put(1, "red", "36", 3);
        warehouse.service.put(1, "red", "37", 9);
        warehouse.service.lose(1, "blue");
        warehouse.service.put(2, "green", "40", 7);

        VerifyResult result = verify();

        assertThat(result.differences())
                .extracting(
                        each ->
                                each.pid()
                                        + " "
                                        + each.color()
                                        + " "
                                        + each.size()
                                        + " "
                                        + each.kind())
                .containsExactly(
                        "1 blue 36 gone", "1 red 37 more", "1 red 36 less", "2 green 40 unknown");
        assertThat(result.differences().get(2).item()).isEqualTo("A-1");
        assertThat(result.differences().get(2).known()).isEqualTo(5);
        assertThat(result.differences().get(2).shown()).isEqualTo(3);
        assertThat(result.differences().get(3).known()).isNull();
        assertThat(result.asSent()).isEqualTo(2);
        assertThat(result.sizes()).isEqualTo(6);
        assertThat(Path.of(result.file())).content().contains("1,A-1,red,36,less,5,3,5");
    }

    @Test
    void changes_nothing_and_is_equal_where_nothing_happened() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,0");

        assertThat(verify().differences()).isEmpty();
        assertThat(verify().asSent()).isEqualTo(2);
        assertThat(warehouse.service.creates()).hasSize(1);
    }

    @Test
    void stock_whose_rows_were_all_rejected_is_unknown() throws IOException {
        warehouse.service.put(2, "red", "36", 9);
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,5", "2,red,36,6");

        assertThat(verify().differences())
                .extracting(each -> "%d %s %s".formatted(each.pid(), each.color(), each.kind()))
                .containsExactly("2 red unknown");
        assertThat(verify().sizes()).isEqualTo(2);
    }

    @Test
    void a_check_that_was_stopped_continues() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,5");
        warehouse.service.onList(list -> warehouse.stop.ask());
        assertThatThrownBy(this::verify)
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("the same command continues it");
        warehouse.reopen();
        int[] lists = {0};
        warehouse.service.onList(list -> lists[0]++);

        assertThat(verify().asSent()).isEqualTo(2);

        assertThat(lists[0]).as("product 1 is not read again").isOne();
    }

    @Test
    void a_check_that_was_stopped_begins_anew_after_a_newer_run() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,5");
        warehouse.service.onList(list -> warehouse.stop.ask());
        assertThatThrownBy(this::verify).isInstanceOf(RunFailedException.class);
        warehouse.reopen();
        warehouse.service.onList(list -> {});
        night(MissingMode.REPORT, "1,red,36,4", "2,red,36,5");
        warehouse.service.put(1, "red", "36", 3);

        assertThat(verify().differences())
                .extracting(each -> "%d of %d".formatted(each.shown(), each.known()))
                .containsExactly("3 of 4");
    }

    @Test
    @Timeout(60)
    void does_not_wait_for_a_run_whose_process_was_killed() throws IOException {
        Run run = night(MissingMode.REPORT, "1,red,36,5").run();
        warehouse
                .ledger
                .database()
                .sql("update run set state = 'RUNNING', owner = 'killed' where id = :id")
                .param("id", run.id())
                .update();

        assertThat(verify().asSent()).isOne();
    }

    @Test
    void sends_again_what_is_more_or_gone_but_not_what_was_sold() throws IOException {
        night(
                MissingMode.REPORT,
                "1,red,36,5",
                "1,red,37,5",
                "1,red,38,5",
                "1,blue,36,5",
                "2,red,36,5");
        change();

        Result sent = warehouse.resend(verify().resend(false, "ann"));

        assertThat(sent.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(sent.run().input().by()).isEqualTo("ann");
        assertThat(lastCreate()).containsExactlyInAnyOrder("1 blue", "1 red");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 3, "37", 5, "38", 5));
        assertThat(stockOf(1, "blue")).isEqualTo(Map.of("36", 5));
        assertThat(verify().differences())
                .extracting(SizeDifference::kind)
                .containsExactly(Kind.LESS);
    }

    @Test
    void sends_again_what_was_sold_if_that_is_asked_for() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,5", "1,blue,36,5", "2,red,36,5");
        change();

        warehouse.resend(verify().resend(true, null));

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 5));
        assertThat(verify().differences()).isEmpty();
    }

    @Test
    void the_next_night_finds_unchanged_what_was_sent_again() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,5", "1,blue,36,5");
        change();
        warehouse.resend(verify().resend(false, null));
        int creates = warehouse.service.creates().size();

        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,5", "1,blue,36,5", "3,red,36,1");

        assertThat(warehouse.service.creates()).hasSize(creates + 1);
        assertThat(lastCreate()).containsExactly("3 red");
    }

    @Test
    void what_was_sent_again_can_be_undone() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,5", "1,blue,36,5");
        change();
        Result sent = warehouse.resend(verify().resend(false, null));

        warehouse.undo(sent.run());

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 3, "37", 9));
        assertThat(stockOf(1, "blue")).isEqualTo(Map.of("36", 0));
    }

    @Test
    void a_newer_sheet_between_the_check_and_the_sending_is_what_is_sent() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,5", "1,blue,36,5");
        change();
        ResendOrder order = verify().resend(false, null);
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,4", "1,blue,36,5");

        warehouse.resend(order);

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 4));
        assertThat(stockOf(1, "blue")).isEqualTo(Map.of("36", 5));
    }

    @Test
    void sends_nothing_again_that_the_service_may_show_in_a_form_of_its_own() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5");
        warehouse.service.lose(1, "red");
        warehouse.service.put(1, "rosso", "EU 36", 5);

        VerifyResult result = verify();

        assertThat(result.differences()).extracting(SizeDifference::kind).contains(Kind.GONE);
        assertThat(result.sentAgain(true)).isEmpty();
    }

    @Test
    void a_run_that_sends_again_goes_on_after_an_answer_was_lost() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,5", "1,blue,36,5");
        change();
        int creates = warehouse.service.creates().size();
        warehouse.service.fault(creates + 1, StrictService.Fault.LOST_AFTER);

        Result sent = warehouse.resend(verify().resend(false, null));

        assertThat(sent.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(warehouse.service.creates()).hasSize(creates + 1);
        assertThat(verify().differences())
                .extracting(SizeDifference::kind)
                .containsExactly(Kind.LESS);
    }

    @Test
    void says_what_is_in_doubt_and_does_not_send_it_again() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,5", "2,red,36,4");
        int creates = warehouse.service.creates().size();
        warehouse.service.fault(creates + 1, StrictService.Fault.PARTLY);
        night(MissingMode.REPORT, "1,red,36,6", "1,red,37,7", "2,red,36,4");

        VerifyResult found = verify();

        assertThat(found.differences()).extracting(SizeDifference::kind).containsOnly(Kind.DOUBT);
        assertThat(found.doubt()).isEqualTo(2);
        assertThat(found.sizes()).isEqualTo(3);
        assertThat(found.sentAgain(true)).isEmpty();
        assertThat(found.toLookAt()).isEqualTo(2);
    }

    @Test
    void says_how_often_and_since_when_a_product_is_changed_elsewhere() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,5", "2,red,36,5");
        assertThat(verify().elsewhere()).isEmpty();
        String first = LocalDate.ofInstant(nextDay(), ZoneId.systemDefault()).toString();
        warehouse.service.put(1, "red", "36", 9);
        warehouse.service.put(1, "red", "37", 9);
        warehouse.service.put(2, "red", "36", 3);

        assertThat(elsewhere())
                .containsExactly("1 (A-1): changed elsewhere in 1 check since " + first);
        nextDay();
        assertThat(elsewhere()).as("nothing new").singleElement().asString().contains("1 check ");

        warehouse.service.put(1, "red", "37", 5);
        nextDay();
        assertThat(elsewhere()).as("taken back").singleElement().asString().contains("1 check ");

        warehouse.service.put(1, "red", "36", 12);
        nextDay();
        VerifyResult second = verify();
        assertThat(second.elsewhere().get(0).checks()).isEqualTo(2);
        assertThat(second.elsewhere().get(0).last()).isEqualTo(second.at());

        warehouse.resend(second.resend(false, null));
        warehouse.service.put(1, "red", "36", 12);
        nextDay();
        assertThat(elsewhere())
                .as("the same value, but it was sent again since")
                .containsExactly("1 (A-1): changed elsewhere in 3 checks since " + first);
    }

    @Test
    void another_barcode_is_a_change_elsewhere_and_is_forgotten_after_90_days() throws IOException {
        warehouse.start(
                order(
                        warehouse.write(
                                "barcodes.csv",
                                "pid,colour,size,stock,barcode\n2,red,36,4,6901234567892\n"),
                        MissingMode.KEEP));
        for (String barcode : List.of("6901234567893", "6901234567894")) {
            warehouse.service.put(2, "red", "36", barcode, 4);
            nextDay();
            verify();
        }
        assertThat(elsewhere()).singleElement().asString().contains("in 2 checks ");

        warehouse.time.rest(Duration.ofDays(88), warehouse.stop);
        assertThat(elsewhere()).hasSize(1);
        warehouse.time.rest(Duration.ofDays(3), warehouse.stop);
        assertThat(elsewhere()).isEmpty();
    }

    private Instant nextDay() {
        warehouse.time.rest(Duration.ofDays(1), warehouse.stop);
        return warehouse.time.instant();
    }

    private List<String> elsewhere() throws IOException {
        return verify().elsewhere().stream().map(VerifyResult.Elsewhere::sentence).toList();
    }

    /** Two of red's size 36 are sold, four of 37 are added, blue is removed. */
    private void change() {
        warehouse.time.rest(Duration.ofMinutes(2), warehouse.stop);
        warehouse.service.put(1, "red", "36", 3);
        warehouse.service.put(1, "red", "37", 9);
        warehouse.service.lose(1, "blue");
    }

    private VerifyResult verify() throws IOException {
        return warehouse.storeVerification().verify("default", (product, products) -> {});
    }
}
