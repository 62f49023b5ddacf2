package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.change.SizeHistory;
import dev.stockload.imports.enter.UndoneRun;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.read.StockDiff.DiffTotals;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.imports.undo.UndoSummary;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Undoing a run: after a sale, after a newer run, twice, in part, and killed in the middle. */
class UndoTest extends Nights {
    @Test
    void restores_what_was_there_before_and_zeroes_what_was_not() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,7", "2,red,36,4");
        Run bad = night(MissingMode.ZERO, "1,red,36,50", "3,red,36,9").run();
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));

        UndoSummary plan = warehouse.undoPlan(bad);
        Result undo = warehouse.undo(bad);

        assertThat(plan.restored()).isEqualTo(3);
        assertThat(plan.zeroed()).isEqualTo(1);
        assertThat(plan.firstKept()).isEmpty();
        assertThat(plan.diff().totals()).isEqualTo(new DiffTotals(11, 54, 1, 0, 0, 0, 0));
        assertThat(undo.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(undo.report().file()).isEqualTo("undo of run " + bad.id());
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 7));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 4));
        assertThat(stockOf(3, "red")).isEqualTo(Map.of("36", 0));
        assertThat(Files.readString(folderOf(undo).resolve("report.json")))
                .contains("3 sizes restored, 0 kept because of changes since, 1 set to 0");
        assertThat(Files.readString(folderOf(undo).resolve("undo.csv")))
                .contains("3,red,36,9,0,set to 0,it was not there before");
        InWarehouse.assertBalance(undo);
    }

    @Test
    void what_is_in_doubt_is_found_out_and_then_undone() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,4");
        warehouse.service.fault(warehouse.service.creates().size() + 1, StrictService.Fault.PARTLY);
        Run bad = night(MissingMode.REPORT, "1,red,36,50", "1,red,37,70").run();
        assertThat(bad.state()).isEqualTo(Run.State.FAILED);

        UndoSummary plan = warehouse.undoPlan(bad);
        assertThat(plan.restored() + plan.zeroed()).isZero();
        assertThat(plan.inDoubt()).isEqualTo(2);
        assertThat(plan.changesNothing()).isFalse();
    }

    @Test
    void a_run_of_which_nothing_arrived_ends_by_its_undo() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5");
        warehouse.service.fault(warehouse.service.creates().size() + 1, StrictService.Fault.PARTLY);
        Run bad = night(MissingMode.REPORT, "1,red,36,50", "1,red,37,70").run();
        warehouse.service.lose(1, "red");
        warehouse.service.put(1, "red", "36", 5);

        Result undo = warehouse.undo(bad);

        assertThat(undo.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(warehouse.unfinished()).isEmpty();
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5));
        Result again = night(MissingMode.REPORT, "1,red,36,50", "1,red,37,70");
        assertThat(again.alreadyDone()).isTrue();
        assertThat(again.earlier().orElseThrow()).contains("which was undone on");
    }

    @Test
    void what_an_undone_run_has_not_sent_no_longer_waits() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.onCreate(() -> warehouse.stop.ask());
        Run stopped = warehouse.start(file).run();
        warehouse.service.onCreate(() -> {});
        warehouse.reopen();

        warehouse.undo(stopped);

        SizeHistory unsent =
                warehouse.why("100", Duration.ofDays(1)).colours().get(0).sizes().get(0);
        assertThat(unsent.now()).contains("was undone before it was sent");
        assertThat(unsent.differs()).isFalse();
        StatusReport undone = Reports.of(warehouse.ledger.runs().get(stopped.id()));
        assertThat(undone.colours().sent()).isEqualTo(300);
        assertThat(undone.colours().leftOut()).isEqualTo(400);
        assertThat(undone.colours().waiting()).isZero();
        assertThat(undone.requests().left()).isZero();
    }

    @Test
    void a_run_that_has_sent_nothing_ends_by_its_undo() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 1);
        warehouse.service.fault(1, StrictService.Fault.TOO_MANY_FOR_LONG);
        Run failed = warehouse.start(file).run();
        assertThat(failed.isUnfinished()).isTrue();
        warehouse.passAnHour();

        assertThat(warehouse.undoPlan(failed).changesNothing()).isTrue();
        assertThat(warehouse.undo(failed).run().state()).isEqualTo(Run.State.COMPLETED);

        assertThat(warehouse.unfinished()).isEmpty();
        assertThat(warehouse.service.stock()).isEmpty();
    }

    @Test
    void an_undo_that_is_not_finished_is_resumed_and_not_shown_again() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5");
        Run bad = night(MissingMode.REPORT, "1,red,36,50").run();
        int next = warehouse.service.creates().size() + 1;
        warehouse.service.fault(next, StrictService.Fault.TOO_MANY_FOR_LONG);
        Run undo = warehouse.undo(bad).run();
        warehouse.passAnHour();

        assertThatThrownBy(() -> warehouse.undoPlan(bad))
                .hasMessageContaining("stockload resume " + undo.id());
    }

    @Test
    void an_undo_in_part_after_the_whole_leaves_it_undone_as_a_whole() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5");
        Run bad = night(MissingMode.REPORT, "1,red,36,50").run();
        warehouse.undo(bad);
        warehouse.undo(bad, 1);

        Result again = night(MissingMode.REPORT, "1,red,36,50");

        assertThat(again.earlier().orElseThrow()).contains("which was undone on");
    }

    @Test
    void keeps_and_reports_sizes_sold_or_edited_since() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,7", "2,red,36,4");
        Run bad = night(MissingMode.REPORT, "1,red,36,50", "1,red,37,70", "2,red,36,40").run();
        warehouse.service.put(1, "red", "36", 49);
        warehouse.service.lose(2, "red");

        UndoSummary plan = warehouse.undoPlan(bad);
        warehouse.undo(bad);

        assertThat(plan.restored()).isEqualTo(1);
        assertThat(plan.firstKept())
                .extracting(UndoSummary.Kept::why)
                .containsExactly("sold or changed since: sent 50, now 49", "it is no longer there");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 49, "37", 7));
        assertThat(stockOf(2, "red")).isEmpty();
    }

    @Test
    void keeps_a_size_that_is_sold_while_it_runs_and_restores_the_rest_of_its_colour()
            throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,7");
        Run bad = night(MissingMode.REPORT, "1,red,36,50", "1,red,37,70").run();
        sellBeforeTheRequest(1, "red", "36", 49);

        Result undo = warehouse.undo(bad);

        assertThat(undo.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 49, "37", 7));
        assertUndone(undo, "1 size restored, 1 kept because of changes since, 0 set to 0");
        assertThat(undoFile(undo))
                .contains("1,red,36,49,49,kept,\"sold or changed since: sent 50, now 49\"")
                .contains("1,red,37,70,7,restored,");
    }

    @Test
    void reports_a_colour_as_kept_if_all_of_it_is_sold_while_it_runs() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,4");
        Run bad = night(MissingMode.REPORT, "1,red,36,50", "2,red,36,40").run();
        sellBeforeTheRequest(1, "red", "36", 49);

        Result undo = warehouse.undo(bad);

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 49));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 4));
        assertThat(undo.report().colours().unchanged()).isEqualTo(1);
        assertUndone(undo, "1 size restored, 1 kept because of changes since, 0 set to 0");
        assertThat(undoFile(undo)).contains("1,red,36,49,49,kept").doesNotContain("1,red,36,50");
    }

    @Test
    void a_request_that_was_lost_is_compared_with_what_was_there_right_before_it()
            throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,7");
        Run bad = night(MissingMode.REPORT, "1,red,36,50", "1,red,37,70").run();
        sellBeforeTheRequest(1, "red", "36", 49);
        warehouse.service.fault(3, StrictService.Fault.LOST_BEFORE);

        Result undo = warehouse.undo(bad);

        assertThat(undo.run().message()).isNull();
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 49, "37", 7));
        assertThat(warehouse.service.applied()).containsEntry("1 red", 3);
    }

    @Test
    void looks_again_before_a_retry() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,7");
        Run bad = night(MissingMode.REPORT, "1,red,36,50", "1,red,37,70").run();
        warehouse.service.fault(3, StrictService.Fault.TOO_MANY);
        warehouse.service.onCreate(() -> warehouse.service.put(1, "red", "36", 49));

        Result undo = warehouse.undo(bad);

        assertThat(stockOf(1, "red")).containsEntry("37", 7);
        assertThat(warehouse.service.creates()).hasSize(4);
        assertUndone(undo, "1 size restored, 1 kept because of changes since, 0 set to 0");
    }

    @Test
    void an_undo_of_an_undo_does_not_restore_stock_sold_before_it() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,7");
        Run good = night(MissingMode.REPORT, "1,red,36,50", "1,red,37,70").run();
        warehouse.service.put(1, "red", "36", 49);
        Run undo = warehouse.undo(good).run();

        Result redo = warehouse.undo(undo);

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 49, "37", 70));
        assertUndone(redo, "1 size restored, 0 kept because of changes since, 0 set to 0");
    }

    @Test
    void reports_waiting_sizes_after_a_stop_and_refused_ones() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,blue,36,4");
        Run bad = night(MissingMode.REPORT, "1,red,36,50", "2,blue,36,40").run();
        warehouse.service.onList(count -> warehouse.stop.ask());
        Result stopped = warehouse.undo(bad);
        assertThat(stopped.run().state()).isEqualTo(Run.State.STOPPED);
        warehouse.service.onList(count -> {});
        warehouse.service.refuse("blue");
        warehouse.reopen();

        Result undo = warehouse.resume();

        assertUndone(
                undo,
                "1 size restored, 0 kept because of changes since, 0 set to 0, 1 refused by the"
                        + " service");
        assertThat(undoFile(undo)).contains("2,blue,36,40,40,refused");
        assertThat(stockOf(2, "blue")).isEqualTo(Map.of("36", 40));
    }

    @Test
    void keeps_sizes_that_a_newer_run_has_sent_or_found_so() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,4");
        Run bad = night(MissingMode.REPORT, "1,red,36,50", "2,red,36,40").run();
        Run newer = night(MissingMode.REPORT, "1,red,36,50", "2,red,36,41").run();

        UndoSummary plan = warehouse.undoPlan(bad);
        warehouse.undo(bad);

        assertThat(plan.firstKept())
                .extracting(UndoSummary.Kept::why)
                .containsExactly(
                        "run %s wants the same".formatted(newer.id()),
                        "run %s has sent it since".formatted(newer.id()));
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 50));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 41));
    }

    @Test
    void restores_products_with_a_size_that_becomes_0_first() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,5", "3,blue,36,0", "3,red,36,5");
        Run bad =
                night(
                                MissingMode.REPORT,
                                "1,red,36,50",
                                "2,red,36,50",
                                "3,blue,36,9",
                                "3,red,36,50",
                                "4,red,36,9")
                        .run();

        warehouse.undo(bad);

        assertThat(lastCreate()).containsExactly("3 blue", "3 red", "4 red", "1 red", "2 red");
    }

    @Test
    void an_undo_can_be_undone() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5");
        Run good = night(MissingMode.REPORT, "1,red,36,6", "2,red,36,1").run();
        assertThat(undone(good)).isEmpty();
        Run undo = warehouse.undo(good).run();
        assertThat(undone(good).orElseThrow())
                .startsWith("which was undone on 2026-11-1")
                .endsWith(" by run " + undo.id());
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5));

        Result redo = warehouse.undo(undo);

        assertThat(redo.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(undone(good)).as("it stands again").isEmpty();
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 6));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 1));
        assertThat(warehouse.undoPlan(good).changesNothing())
                .as("others have sent it since")
                .isTrue();
    }

    @Test
    void the_plan_of_a_run_that_was_undone_sends_nothing() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5");
        Run bad = night(MissingMode.REPORT, "1,red,36,6", "2,red,36,1").run();
        assertThat(warehouse.undoPlan(bad).diff().sending()).isEqualTo(2);
        warehouse.undo(bad);

        assertThat(warehouse.undoPlan(bad).changesNothing()).isTrue();
        assertThat(warehouse.undoPlan(bad).diff().sending()).isZero();
    }

    private Optional<String> undone(Run run) {
        return UndoneRun.of(warehouse.ledger, run).map(UndoneRun::sentence);
    }

    @Test
    void undoes_a_part_by_product() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,4");
        Run bad = night(MissingMode.REPORT, "1,red,36,50", "2,red,36,40").run();

        Run part = warehouse.undo(bad, 2).run();

        assertThat(undone(bad).orElseThrow())
                .startsWith("which was undone in part on 2026-11-1")
                .endsWith(" by run " + part.id());
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 50));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 4));
        warehouse.undo(bad);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5));
        assertThatThrownBy(() -> warehouse.undo(bad, 4))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("sent nothing of product 4");
    }

    @Test
    void resumes_after_a_stop_and_sends_nothing_twice() throws IOException {
        warehouse.start(warehouse.sheet("a.csv", 80, 5));
        warehouse.time.rest(Duration.ofHours(20), warehouse.stop);
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        for (int p = 1; p <= 80; p++) {
            for (int c = 1; c <= 5; c++) {
                rows.append("%d,c%d,36,99%n".formatted(p, c));
            }
        }
        Run bad = warehouse.start(warehouse.write("b.csv", rows.toString())).run();
        int creates = warehouse.service.creates().size();
        warehouse.service.onCreate(warehouse.stop::ask);
        Result stopped = warehouse.undo(bad);
        warehouse.service.onCreate(() -> {});
        assertThat(stopped.run().state()).isEqualTo(Run.State.STOPPED);
        assertThat(stopped.report().colours().waiting()).isEqualTo(100);

        warehouse.reopen();
        warehouse.service.put(80, "c5", "36", 98);
        Result resumed = warehouse.resume();

        assertThat(resumed.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(resumed.report().colours().sent()).isEqualTo(399);
        assertThat(resumed.report().colours().unchanged()).as("sold while it waited").isEqualTo(1);
        assertThat(stockOf(80, "c5")).containsEntry("36", 98);
        assertThat(stockOf(80, "c4")).containsEntry("36", 84);
        assertThat(warehouse.service.creates()).hasSize(creates + 2);
        assertThat(warehouse.service.applied().get("1 c1")).isEqualTo(3);
        assertThat(warehouse.service.violations()).isEmpty();
    }

    @Test
    void a_lost_answer_is_read_back_and_not_sent_again() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5");
        Run bad = night(MissingMode.REPORT, "1,red,36,50").run();
        warehouse.service.fault(3, StrictService.Fault.LOST_AFTER);
        Result undo = warehouse.undo(bad);
        assertThat(undo.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(warehouse.service.applied()).containsEntry("1 red", 3);
    }

    @Test
    void ranges_are_restored_as_the_service_keeps_them() throws IOException {
        splitRanges();
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,6", "2,red,36-37,3");
        Run bad = night(MissingMode.REPORT, "1,red,36-38,1", "2,red,36,9").run();
        warehouse.undo(bad);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 6, "38", 0));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 3, "37", 3));
    }

    @Test
    void single_sizes_kept_along_with_a_range_are_restored_with_it() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,39,2", "2,red,36,1");
        night(MissingMode.ZERO, "1,red,36-37,9", "1,red,39,2", "2,red,36,1");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "39", 2, "36-37", 9));
        Run bad = night(MissingMode.ZERO, "2,red,36,1").run();
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0, "39", 0, "36-37", 0));

        UndoSummary plan = warehouse.undoPlan(bad);
        warehouse.undo(bad);

        assertThat(plan.restored()).isEqualTo(3);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "39", 2, "36-37", 9));
    }

    @Test
    void a_split_range_is_restored_in_all_its_sizes() throws IOException {
        splitRanges();
        night(MissingMode.ZERO, "1,red,36,5", "1,red,39,2", "2,red,36,1");
        night(MissingMode.ZERO, "1,red,36-37,9", "1,red,39,2", "2,red,36,1");
        Run bad = night(MissingMode.ZERO, "2,red,36,1").run();
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0, "37", 0, "39", 0));

        warehouse.undo(bad);

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 9, "37", 9, "39", 2));
    }

    @Test
    void a_range_that_a_newer_run_opened_is_undone_in_its_sizes() throws IOException {
        splitRanges();
        night(MissingMode.REPORT, "2,red,36,1");
        Run bad = night(MissingMode.REPORT, "1,red,36-38,1", "2,red,36,7").run();
        night(MissingMode.REPORT, "3,red,36,2");

        UndoSummary plan = warehouse.undoPlan(bad);
        warehouse.undo(bad);

        assertThat(plan.restored()).isEqualTo(1);
        assertThat(plan.zeroed()).isEqualTo(3);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0, "37", 0, "38", 0));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 1));
    }

    @Test
    void after_an_undo_the_job_goes_on_as_without_the_run() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,4");
        Run bad = night(MissingMode.ZERO, "1,red,36,50", "2,red,36,40").run();
        warehouse.undo(bad);

        Result next = night(MissingMode.ZERO, "1,red,36,5");

        assertThat(next.report().missing().zeroed()).isEqualTo(1);
        assertThat(next.report().colours().unchanged()).isEqualTo(1);
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
    }

    /** It is no sheet that only another one could replace. */
    @Test
    void of_a_run_that_is_resumed_meanwhile_waits_for_its_end() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5");
        Run bad = night(MissingMode.REPORT, "1,red,36,50").run();
        Run undo = warehouse.imports.enter(new UndoOrder(bad.id(), Set.of(), null));
        Runs runs = warehouse.ledger.runs();
        Run running = runs.claim(bad, bad.owner()).orElseThrow();

        Result early = warehouse.imports.resume(undo, ResumeOptions.forced(false));
        runs.ended(running, Run.End.completed(warehouse.time.instant()));
        Result later = warehouse.resume();

        assertThat(early.run().message()).contains("is still running");
        assertThat(later.run().id()).isEqualTo(undo.id());
        assertThat(later.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5));
    }

    @Test
    void is_refused_after_thirty_days_and_if_nothing_was_sent() throws IOException {
        Run old = night(MissingMode.REPORT, "1,red,36,5").run();
        Run unchanged = night(MissingMode.REPORT, "1,red,36,5", "").run();
        assertThatThrownBy(() -> warehouse.undo(unchanged))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("has sent nothing that could be brought back");
        warehouse.time.rest(Duration.ofDays(31), warehouse.stop);
        night(MissingMode.REPORT, "1,red,36,6");
        assertThatThrownBy(() -> warehouse.undo(old))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("kept for 30 days");
    }

    /** Sells after the undo has made its plan, and before it looks again. */
    private void sellBeforeTheRequest(int product, String colour, String size, int left) {
        int planned = warehouse.service.stock().size();
        warehouse.service.onList(
                count -> {
                    if (count == planned + 1) {
                        warehouse.service.put(product, colour, size, left);
                    }
                });
    }

    private void assertUndone(Result undo, String said) throws IOException {
        assertThat(Files.readString(folderOf(undo).resolve("report.json"))).contains(said + "\"");
        assertThat(warehouse.notices).last().asString().endsWith(said);
    }

    private String undoFile(Result undo) throws IOException {
        return Files.readString(folderOf(undo).resolve("undo.csv"));
    }
}
