package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.check.StatusReport;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.SizeDifference.Verdict;
import dev.stockload.imports.StrictService.Folding;
import dev.stockload.sheet.SheetOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Two jobs that send sizes of the same colour, and what each of them knows to be its own. */
class SharedColourTest extends Nights {
    @Test
    void a_size_that_only_one_job_sent_and_no_longer_names_is_told_by_it() throws IOException {
        night(MissingMode.TELL, "1,red,36,5", "1,red,37,2");
        other(MissingMode.TELL, "1,red,38,4");
        for (int stock = 4; stock > 2; stock--) {
            Result next = night(MissingMode.TELL, "1,red,36," + stock);
            assertThat(next.report().missing()).isEqualTo(new StatusReport.Missing(1, 1, 2, 0));
            Result also = other(MissingMode.TELL, "1,red,38," + stock);
            assertThat(also.report().missing()).isEqualTo(StatusReport.Missing.NONE);
        }
        other(MissingMode.TELL, "2,red,36,1");
        Result left = other(MissingMode.TELL, "2,red,36,2");
        assertThat(left.report().missing()).isEqualTo(new StatusReport.Missing(1, 1, 3, 0));
    }

    @Test
    void a_size_that_only_one_job_sent_and_no_longer_names_is_zeroed_by_it() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,2", "2,red,36,50");
        other(MissingMode.ZERO, "1,red,38,4", "3,red,36,50");
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,50");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 0, "38", 4));
        Result left = other(MissingMode.ZERO, "3,red,36,50");
        assertThat(left.report().missing()).isEqualTo(new StatusReport.Missing(1, 1, 4, 1));
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 0, "38", 0));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void an_undo_of_a_new_spelling_brings_back_what_either_job_has_sent(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        for (boolean again : List.of(false, true)) {
            int product = again ? 2 : 1;
            night(MissingMode.TELL, product + ",Red,36,5", product + ",Red,37,2");
            other(MissingMode.TELL, product + ",Red,38,4");
            Result next = night(MissingMode.TELL, product + ",RED,36,6", product + ",RED,37,2");
            if (again) {
                night(MissingMode.TELL, product + ",RED,36,6", product + ",RED,37,2", "3,x,36,1");
            }
            warehouse.undo(next.run());
            Map<String, Integer> shown = stockOf(product, "Red");
            shown.putAll(stockOf(product, "RED"));
            assertThat(shown).as("again %s", again).isEqualTo(Map.of("36", 5, "37", 2, "38", 4));
        }
    }

    @Test
    void what_both_jobs_sent_is_of_the_last() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,2", "2,red,36,50");
        other(MissingMode.ZERO, "1,red,37,4");
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,50");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 4));
    }

    @Test
    void a_verification_takes_nothing_for_extra_that_a_run_of_ours_has_sent() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,2", "2,red,36,50");
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,50");
        other(MissingMode.TELL, "1,red,38,4");
        warehouse.service.put(1, "red", "39", 1);
        Result last = night(MissingMode.TELL, "1,red,36,4", "2,red,36,50");

        Verification.Result result = verify(last);

        assertThat(result.first())
                .extracting(line -> line.size() + " " + line.verdict())
                .containsExactly("39 extra");
        assertThat(result.count(Verdict.EQUAL)).isEqualTo(1);
        assertThat(result.count(Verdict.NOT_IN_SHEET)).as("at 0 since the second").isEqualTo(1);
    }

    @Test
    void a_verification_tells_of_sizes_that_stand_beside_a_range_of_the_sheet() throws IOException {
        night(MissingMode.TELL, "1,red,36,5", "1,red,37,5");
        Verification.Result result = verify(night(MissingMode.TELL, "1,red,36-37,4"));
        assertThat(result.count(Verdict.EQUAL)).isEqualTo(1);
        assertThat(result.count(Verdict.NOT_IN_SHEET)).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void a_verification_knows_a_colour_by_each_of_its_spellings(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.ZERO, "1,Red,36,5", "1,Red,37,2", "2,red,36,50");
        Result zeroed = night(MissingMode.ZERO, "1,red,36,4", "2,red,36,50");
        assertThat(verify(zeroed).first()).isEmpty();
        Result told = night(MissingMode.TELL, "1,RED,36,3", "2,red,36,50");
        assertThat(verify(told).first()).isEmpty();
    }

    private Verification.Result verify(Result of) throws IOException {
        return warehouse.verification().verify(of.run(), OptionalInt.empty(), (done, all) -> {});
    }

    private Result other(MissingMode mode, String... rows) throws IOException {
        warehouse.time.rest(Duration.ofHours(4), warehouse.stop);
        return warehouse.start(
                new ImportOrder(
                        "other",
                        "default",
                        sheet(rows),
                        SheetOptions.none(),
                        SendMode.CHANGED,
                        mode,
                        false,
                        Optional.of(new Brake(1, 0, 1)),
                        false,
                        VerifyMode.NONE));
    }
}
