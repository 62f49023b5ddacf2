package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Folding;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.read.StockDiff.DiffTotals;
import dev.stockload.imports.undo.UndoSummary;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Two jobs that send sizes of the same colour, and which of them each job has. */
@Tag("soak")
class SharedColourTest extends Nights {
    @Test
    void a_size_that_only_one_job_has_is_reported_when_missing() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,2");
        other(MissingMode.REPORT, "1,red,38,4");
        for (int stock = 4; stock > 2; stock--) {
            Result next = night(MissingMode.REPORT, "1,red,36," + stock);
            assertThat(next.report().missing()).isEqualTo(new Tally.Missing(1, 1, 2, 0));
            Result also = other(MissingMode.REPORT, "1,red,38," + stock);
            assertThat(also.report().missing()).isEqualTo(Tally.Missing.NONE);
        }
        other(MissingMode.REPORT, "2,red,36,1");
        Result left = other(MissingMode.REPORT, "2,red,36,2");
        assertThat(left.report().missing()).isEqualTo(new Tally.Missing(1, 1, 3, 0));
    }

    @Test
    void a_size_that_only_one_job_has_is_zeroed_when_missing() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,2", "2,red,36,50");
        other(MissingMode.ZERO, "1,red,38,4", "3,red,36,50");
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,50");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 0, "38", 4));
        Result left = other(MissingMode.ZERO, "3,red,36,50");
        assertThat(left.report().missing()).isEqualTo(new Tally.Missing(1, 1, 4, 1));
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 0, "38", 0));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void an_undo_of_a_new_spelling_restores_what_either_job_has_sent(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        for (boolean again : List.of(false, true)) {
            int product = again ? 2 : 1;
            night(MissingMode.REPORT, product + ",Red,36,5", product + ",Red,37,2");
            other(MissingMode.REPORT, product + ",Red,38,4");
            Result next = night(MissingMode.REPORT, product + ",RED,36,6", product + ",RED,37,2");
            if (again) {
                night(MissingMode.REPORT, product + ",RED,36,6", product + ",RED,37,2", "3,x,36,1");
            }
            warehouse.undo(next.run());
            Map<String, Integer> shown = stockOf(product, "Red");
            shown.putAll(stockOf(product, "RED"));
            int first = again ? 6 : 5;
            assertThat(shown)
                    .as("a newer sheet that found the same keeps it: %s", again)
                    .isEqualTo(Map.of("36", first, "37", 2, "38", 4));
        }
    }

    @Test
    void a_job_whose_file_is_away_keeps_its_sizes() throws IOException {
        other(MissingMode.REPORT, "1,red,36,5");
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,50");
        night(MissingMode.ZERO, "2,red,36,50");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5));
    }

    @Test
    void a_missing_size_that_another_job_has_is_not_zeroed() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,2", "2,red,36,50");
        other(MissingMode.ZERO, "1,red,37,4");
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,50");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 4));
    }

    @Test
    void a_diff_compares_with_what_each_job_has_sent() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,6");
        other(MissingMode.ZERO, "1,red,38,7", "1,red,39,8");

        StockDiff diff = warehouse.diff(order(sheet("1,red,36,4"), MissingMode.ZERO), false);

        assertThat(diff.totals()).isEqualTo(new DiffTotals(0, 7, 1, 0, 0, 1, 0));
    }

    @Test
    void a_job_does_not_resend_sizes_that_another_job_has_not_named_since() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,6");
        other(MissingMode.REPORT, "1,red,38,7");
        int creates = warehouse.service.creates().size();

        Result next = night(MissingMode.REPORT, "1,red,36,5", "1,red,37,6", "");

        assertThat(next.report().colours().unchanged()).isEqualTo(1);
        assertThat(warehouse.service.creates()).hasSize(creates);
    }

    @Test
    void a_job_resends_sizes_that_another_job_has_named_since() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,6", "2,red,36,1", "3,red,36-37,2");
        other(MissingMode.REPORT, "1,red,37,7", "2,red,35-36,7", "3,red,37,1");

        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,6", "2,red,36,1", "3,red,36-37,2", "");

        assertThat(lastCreate()).as("ranges are entries of their own").containsExactly("1 red");
    }

    @Test
    void an_older_run_reports_the_sizes_that_it_leaves_to_a_newer_one() throws IOException {
        warehouse.service.stop();
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,6");
        warehouse.service.start();
        Result newer = other(MissingMode.REPORT, "1,red,37,7");

        Result older = warehouse.resume();

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 7));
        assertThat(older.run().tally().sizesLeftToNewer()).isOne();
        assertThat(warehouse.notices)
                .contains(
                        "1 size of this sheet is not sent: newer runs have other stock for it: "
                                + newer.run().id()
                                + " (COMPLETED)");
    }

    @Test
    void a_job_does_not_take_over_other_sizes_that_a_person_has_sent() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5");
        warehouse.start(sheet("1,red,38,7"));

        night(MissingMode.ZERO, "1,red,36,5", "");
        night(MissingMode.ZERO, "1,red,36,4");

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 4, "38", 7));
    }

    @Test
    void a_verification_compares_sizes_that_another_job_has_not_named_since() throws IOException {
        Result first = night(MissingMode.REPORT, "1,red,36,5", "1,red,37,6");
        other(MissingMode.REPORT, "1,red,38,7", "1,red,39,8");
        warehouse.service.put(1, "red", "37", 1);

        VerifyResult result = verify(first);

        assertThat(result.newer()).isZero();
        assertThat(result.differences())
                .extracting(line -> line.size() + " " + line.shown())
                .containsExactly("37 1");
        assertThat(result.asSent()).isEqualTo(1);
    }

    @Test
    void an_undo_restores_sizes_that_another_job_has_not_named_since() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,6", "2,red,36,1");
        Run bad = night(MissingMode.ZERO, "1,red,36,50", "2,red,36,1").run();
        other(MissingMode.ZERO, "1,red,38,7", "1,red,39,8");

        UndoSummary plan = warehouse.undoPlan(bad);
        warehouse.undo(bad);

        assertThat(plan.restored()).isEqualTo(2);
        Map<String, Integer> all = Map.of("36", 5, "37", 6, "38", 7, "39", 8);
        assertThat(stockOf(1, "red")).isEqualTo(all);
        other(MissingMode.ZERO, "1,red,38,7", "1,red,39,8", "");
        assertThat(stockOf(1, "red")).as("what came back is of its job").isEqualTo(all);
        night(MissingMode.ZERO, "2,red,36,1", "");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0, "37", 0, "38", 7, "39", 8));
    }

    @Test
    void a_restored_size_belongs_to_its_job_even_inside_another_jobs_range() throws IOException {
        other(MissingMode.ZERO, "1,red,35-41,1");
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,1");
        Run bad = night(MissingMode.ZERO, "1,red,36,50", "2,red,36,1").run();
        warehouse.undo(bad);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "35-41", 1));

        night(MissingMode.ZERO, "2,red,36,1");

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0, "35-41", 1));
    }

    @Test
    void an_undo_keeps_sizes_that_the_job_itself_has_sent_since() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5");
        Run bad = night(MissingMode.REPORT, "1,red,36,50").run();
        Run again = night(MissingMode.REPORT, "1,red,36,50", "1,red,37,1").run();
        other(MissingMode.REPORT, "1,red,38,7");

        UndoSummary plan = warehouse.undoPlan(bad);

        assertThat(plan.firstKept())
                .extracting(UndoSummary.Kept::why)
                .containsExactly("run %s has sent it since".formatted(again.id()));
    }

    @Test
    void a_verification_reports_nothing_as_extra_that_one_of_our_runs_has_sent()
            throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,2", "2,red,36,50");
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,50");
        other(MissingMode.REPORT, "1,red,38,4");
        warehouse.service.put(1, "red", "39", 1);
        Result last = night(MissingMode.REPORT, "1,red,36,4", "2,red,36,50");

        VerifyResult result = verify(last);

        assertThat(result.differences())
                .extracting(line -> line.size() + " " + line.kind())
                .containsExactly("39 unknown");
        assertThat(result.asSent()).isEqualTo(1);
        assertThat(result.notInSheet()).as("at 0 since the second").isZero();
    }

    @Test
    void a_verification_reports_single_sizes_kept_along_with_a_range() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,5");
        VerifyResult result = verify(night(MissingMode.REPORT, "1,red,36-37,4"));
        assertThat(result.asSent()).isEqualTo(1);
        assertThat(result.notInSheet()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void a_verification_knows_a_colour_by_each_of_its_spellings(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.ZERO, "1,Red,36,5", "1,Red,37,2", "2,red,36,50");
        Result zeroed = night(MissingMode.ZERO, "1,red,36,4", "2,red,36,50");
        assertThat(verify(zeroed).differences()).isEmpty();
        Result told = night(MissingMode.REPORT, "1,RED,36,3", "2,red,36,50");
        assertThat(verify(told).differences()).isEmpty();
    }

    private VerifyResult verify(Result of) throws IOException {
        return warehouse.verification().verify(of.run(), OptionalInt.empty(), (done, all) -> {});
    }

    private Result other(MissingMode mode, String... rows) throws IOException {
        warehouse.time.rest(Duration.ofHours(4), warehouse.stop);
        return warehouse.start(
                Orders.nightly("other", sheet(rows), mode, new Brake(1, 0, 1, false)));
    }
}
