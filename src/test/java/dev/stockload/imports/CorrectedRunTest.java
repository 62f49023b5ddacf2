package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.StockRules;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.HeaderOptions;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A person reads the sheet of a run otherwise (rule 11). */
class CorrectedRunTest extends InEachWarehouse {
    private static final String ROWS = "pid,colour,size,stock\n1,red,36,3\n2,blue,XL,7\n";

    @BeforeEach
    void products() {
        warehouse.service.product(1, "A-1");
        warehouse.service.product(2, "A-2");
    }

    @Test
    void a_corrected_run_sends_what_was_not_sent_and_both_name_each_other() throws IOException {
        Path sheet = warehouse.write("a.csv", ROWS);
        Run first = warehouse.start(nightly(sheet, Work.ALL)).run();
        assertThat(first.tally().rowsToCorrect()).isOne();

        Result corrected = correct(first, sheet, "44");

        assertThat(corrected.report().colours().sent()).isOne();
        assertThat(corrected.report().colours().unchanged()).isOne();
        assertThat(warehouse.service.pieces("2 blue", "44")).isEqualTo(7);
        assertThat(corrected.run().job()).isEqualTo("nightly");
        assertThat(corrected.run().corrects()).isEqualTo(first.id());
        assertThat(find(first).correctedBy()).isEqualTo(corrected.run().id());
    }

    @Test
    void the_same_sheet_with_the_options_of_the_job_finds_the_corrected_run() throws IOException {
        Path sheet = warehouse.write("a.csv", ROWS);
        Run first = warehouse.start(nightly(sheet, Work.CHANGED)).run();
        Run corrected = correct(first, sheet, "44").run();

        Result tonight = warehouse.start(nightly(sheet, Work.CHANGED));

        assertThat(tonight.alreadyDone()).isTrue();
        assertThat(tonight.run().id()).isEqualTo(corrected.id());
    }

    @Test
    void a_repeated_run_reads_the_sheet_as_it_was_corrected() throws IOException {
        Path sheet = warehouse.write("a.csv", ROWS);
        warehouse.service.hide(2);
        Run first = warehouse.start(nightly(sheet, Work.CHANGED)).run();
        Run corrected = correct(first, sheet, "44").run();
        assertThat(warehouse.service.stock()).doesNotContainKey("2 blue");
        warehouse.service.show(2);

        Run tonight = warehouse.start(nightly(sheet, Work.CHANGED)).run();

        assertThat(tonight.id()).isNotEqualTo(corrected.id());
        assertThat(warehouse.service.pieces("2 blue", "44")).isEqualTo(7);
        assertThat(find(first).correctedBy()).isEqualTo(tonight.id());
    }

    @Test
    void a_run_is_not_corrected_after_a_newer_sheet() throws IOException {
        Path sheet = warehouse.write("a.csv", ROWS);
        Run first = warehouse.start(nightly(sheet, Work.CHANGED)).run();
        Run newer = warehouse.start(nightly(warehouse.write("b.csv", ROWS + "\n"), Work.ALL)).run();

        assertThatThrownBy(() -> correct(first, sheet, "44"))
                .hasMessageContaining("A newer sheet of nightly was imported on")
                .hasMessageContaining("by run " + newer.id());
    }

    @Test
    void a_newer_sheet_that_waits_at_a_brake_stays_the_newest() throws IOException {
        Path sheet = warehouse.write("a.csv", ROWS);
        Run first = warehouse.start(nightly(sheet, Work.CHANGED)).run();
        Path broken = warehouse.write("b.csv", rejected(200));
        Run braked = warehouse.start(nightly(broken, Work.CHANGED)).run();
        assertThat(braked.state()).isEqualTo(Run.State.FAILED);

        correct(first, sheet, "44");

        Run tonight = warehouse.start(nightly(broken, Work.CHANGED)).run();
        assertThat(tonight.id()).isEqualTo(braked.id());
    }

    @Test
    void a_stopped_run_sends_nothing_once_it_was_corrected() throws IOException {
        Path sheet = warehouse.write("a.csv", ROWS);
        Run first = warehouse.stopAtFirstRequest(nightly(sheet, Work.CHANGED)).run();
        correct(first, sheet, "44");
        int creates = warehouse.service.creates().size();

        Run resumed = warehouse.resume(find(first), ResumeOptions.forced(false)).run();

        assertThat(resumed.isUnfinished()).isFalse();
        assertThat(warehouse.service.creates()).hasSize(creates);
    }

    @Test
    void with_only_new_products_the_same_ones_are_left_out() throws IOException {
        warehouse.service.put(2, "blue", "36", 1);
        Path sheet =
                warehouse.write(
                        "a.csv", "pid,colour,size,stock\n1,red,36,3\n1,green,XL,5\n2,blue,36,9\n");
        Run first = warehouse.start(nightly(sheet, Work.NEW)).run();
        assertThat(warehouse.service.pieces("1 red", "36")).isEqualTo(3);

        Result corrected = correct(first, sheet, "44");

        assertThat(warehouse.service.pieces("1 green", "44")).isEqualTo(5);
        assertThat(warehouse.service.pieces("2 blue", "36")).isEqualTo(1);
        assertThat(corrected.report().colours().unchanged()).isOne();
        assertThat(corrected.report().colours().leftOut()).isOne();
    }

    @Test
    void a_sheet_that_could_not_be_used_is_corrected_too() throws IOException {
        Path sheet = warehouse.write("a.csv", "pid,Ton,size,stock\n1,red,36,3\n");
        assertThatThrownBy(() -> warehouse.start(nightly(sheet, Work.CHANGED)))
                .hasMessageContaining("colour");
        Run first = warehouse.ledger.runs().latest("nightly").orElseThrow();
        SheetOptions named =
                new SheetOptions(
                        null,
                        HeaderOptions.named(Map.of(HeaderField.COLOUR, "Ton")),
                        null,
                        null,
                        Set.of(),
                        Set.of());

        Run corrected = warehouse.start(ImportOrder.correcting(first, sheet, named)).run();

        assertThat(warehouse.service.pieces("1 red", "36")).isEqualTo(3);
        Result tonight = warehouse.start(nightly(sheet, Work.CHANGED));
        assertThat(tonight.run().id()).isEqualTo(corrected.id());
    }

    @Test
    void a_sheet_is_kept_until_a_newer_one_came() throws IOException {
        Path sheet = warehouse.write("a.csv", ROWS);
        Run first = warehouse.start(nightly(sheet, Work.CHANGED)).run();
        assertThat(kept(first)).exists();

        Run corrected = correct(first, sheet, "XS").run();
        assertThat(kept(first)).as("the correction may be undone").exists();
        assertThat(kept(corrected)).exists();

        warehouse.start(nightly(warehouse.write("b.csv", ROWS + "\n"), Work.CHANGED));
        assertThat(kept(first)).doesNotExist();
        assertThat(kept(corrected)).doesNotExist();
    }

    @Test
    void a_run_whose_correction_was_undone_is_to_correct_again_until_the_undo_is_undone()
            throws IOException {
        Path sheet = warehouse.write("a.csv", ROWS);
        Run first = warehouse.start(nightly(sheet, Work.CHANGED)).run();
        Run corrected = correct(first, sheet, "44").run();
        assertThat(seen(first).rowsToCorrect()).isZero();

        Run undo = warehouse.undo(corrected).run();

        assertThat(warehouse.service.pieces("2 blue", "44")).isZero();
        assertThat(seen(first).rowsToCorrect()).isOne();
        assertThat(seen(first).correctedBy()).isNull();
        assertThat(kept(first)).exists();

        warehouse.undo(undo);

        assertThat(warehouse.service.pieces("2 blue", "44")).isEqualTo(7);
        assertThat(seen(first).correctedBy()).isEqualTo(corrected.id());

        warehouse.undo(find(corrected));
        Run other = correct(first, sheet, "46").run();

        assertThat(warehouse.service.pieces("2 blue", "46")).isEqualTo(7);
        assertThat(seen(first).rowsToCorrect()).isZero();
        assertThat(other.id()).isNotEqualTo(corrected.id());
    }

    @Test
    void two_people_who_read_a_sheet_alike_send_its_colours_once() throws IOException {
        Path sheet = warehouse.write("a.csv", ROWS);
        Run first = warehouse.start(nightly(sheet, Work.CHANGED)).run();
        Run one = correct(first, sheet, "44").run();
        int creates = warehouse.service.creates().size();

        Result other = correct(first, sheet, "44");

        assertThat(other.alreadyDone()).isTrue();
        assertThat(other.run().id()).isEqualTo(one.id());
        assertThat(warehouse.service.creates()).hasSize(creates);
    }

    @Test
    void what_was_undone_is_corrected_in_the_same_way_when_a_person_asks_for_it()
            throws IOException {
        Path sheet = warehouse.write("a.csv", ROWS);
        Run first = warehouse.start(nightly(sheet, Work.CHANGED)).run();
        warehouse.undo(correct(first, sheet, "44").run());

        Result again = correct(first, sheet, "44");

        assertThat(again.alreadyDone()).isFalse();
        assertThat(warehouse.service.pieces("2 blue", "44")).isEqualTo(7);
        assertThat(seen(first).correctedBy()).isEqualTo(again.run().id());
    }

    private Run seen(Run run) {
        return warehouse.ledger.seen(find(run));
    }

    private Path kept(Run run) {
        return RunFolder.of(warehouse.data, run.id()).sheet(run.file());
    }

    private Result correct(Run run, Path sheet, String size) throws IOException {
        SheetOptions reading =
                new SheetOptions(
                        null,
                        null,
                        null,
                        null,
                        Set.of(),
                        Set.of(new Correction(HeaderField.SIZE, "XL", size, null)));
        return warehouse.start(ImportOrder.correcting(run, sheet, reading));
    }

    private static String rejected(int rows) {
        return "pid,colour,size,stock\n" + "1,red,XL,3\n".repeat(rows);
    }

    private static ImportOrder nightly(Path sheet, Work send) {
        return Orders.order(
                "nightly",
                "default",
                sheet,
                new ImportOptions(
                        SheetOptions.none(),
                        send,
                        MissingMode.REPORT,
                        NewColourMode.SEND,
                        StockRules.NONE,
                        Optional.of(Brake.USUAL),
                        VerifyMode.NONE));
    }

    private Run find(Run run) {
        return warehouse.ledger.runs().get(run.id());
    }
}
