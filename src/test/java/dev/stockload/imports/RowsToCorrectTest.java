package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.report.RunText;
import dev.stockload.imports.report.Status;
import dev.stockload.ledger.RowsToCorrect;
import dev.stockload.runs.Run;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Rows are to correct only until their colours were sent, by whichever road. */
class RowsToCorrectTest extends Nights {
    private static final String[] BAD = {
        "1,red,36,3", "1,blue,XL,7", "1,blue,L,7", "1,blue,36,2", "2,green,x,1", "2,grey,36,1"
    };

    @Test
    void a_colour_that_was_sent_by_hand_since_is_in_order_with_all_its_rows() throws IOException {
        Run first = night(MissingMode.REPORT, BAD).run();
        assertThat(seen(first).rowsToCorrect()).isEqualTo(4);
        assertThat(new RunText(seen(first)).toCorrect())
                .isEqualTo("4 rows to correct: 3 are bad, and 1 good row waits for them");

        Run one = byHand("1,blue,36,2", "1,blue,44,7");
        assertThat(seen(first).rowsToCorrect()).isOne();
        assertThat(seen(first).correctedBy()).isNull();
        assertThat(one.id()).isNotEqualTo(first.id());

        Run two = byHand("2,GREEN,36,1");
        assertThat(seen(first).rowsToCorrect()).isZero();
        assertThat(seen(first).correctedBy()).isEqualTo(two.id());
        assertThat(new RunText(seen(first)).end())
                .isEqualTo("finished; 4 rows were corrected by run " + two.id());
        assertThat(Status.of(warehouse.ledger, null, true).runs())
                .allMatch(run -> run.rowsToCorrect() == 0);
    }

    @Test
    void what_an_undone_run_has_sent_is_to_correct_again() throws IOException {
        Run first = night(MissingMode.REPORT, "1,red,36,3", "1,blue,XL,7").run();
        Run fix = byHand("1,blue,44,7");
        assertThat(seen(first).rowsToCorrect()).isZero();
        warehouse.undo(fix);
        assertThat(seen(first).rowsToCorrect()).isOne();
    }

    @Test
    void the_import_of_the_rejects_file_corrects_also_rows_without_a_product() throws IOException {
        Run first = night(MissingMode.REPORT, "1,red,36,3", ",blue,36,7", "77,grey,36,1").run();
        assertThat(seen(first).rowsToCorrect()).isEqualTo(2);
        byHand("1,blue,36,7", "2,grey,36,1");
        assertThat(seen(first).rowsToCorrect())
                .as("nobody knows which rows these were")
                .isEqualTo(2);

        Path rejects = RunFolder.of(warehouse.data, first.id()).rejects().orElseThrow();
        Files.writeString(
                rejects,
                Files.readString(rejects).replace("\n,blue", "\n1,blue").replace("77,", "2,"));
        Run fix = warehouse.start(Orders.byHand("default", rejects)).run();

        assertThat(fix.tally().rowsToCorrect()).isZero();
        assertThat(seen(first).rowsToCorrect()).isZero();
        assertThat(seen(first).correctedBy()).isEqualTo(fix.id());
    }

    @Test
    void the_import_of_the_rejects_file_may_name_another_colour() throws IOException {
        Run first = night(MissingMode.REPORT, "1,red,36,3", "1,blou,XL,7").run();
        Path rejects = RunFolder.of(warehouse.data, first.id()).rejects().orElseThrow();
        Files.writeString(rejects, Files.readString(rejects).replace("1,blou,XL", "1,blue,44"));
        Run fix = warehouse.start(Orders.byHand("default", rejects)).run();
        assertThat(seen(first).correctedBy()).isEqualTo(fix.id());
    }

    @Test
    void a_rejects_file_that_was_imported_in_part_leaves_the_other_colours() throws IOException {
        Run first = night(MissingMode.REPORT, BAD).run();
        Path part = RunFolder.of(warehouse.data, first.id()).path().resolve("part.csv");
        Files.writeString(part, "pid,colour,size,stock\n1,blue,44,7\n");
        warehouse.start(Orders.byHand("default", part));
        assertThat(seen(first).rowsToCorrect()).isOne();
    }

    @Test
    void a_newer_sheet_of_the_job_decides_for_an_older_one() throws IOException {
        Run first = night(MissingMode.REPORT, "1,red,36,3", "1,blue,XL,7", ",blue,36,7").run();
        Run newer = night(MissingMode.REPORT, "1,red,36,4", "1,grey,XL,7").run();
        assertThat(seen(first).rowsToCorrect()).isZero();
        assertThat(new RunText(seen(first)).end())
                .isEqualTo("finished; 2 rows were bad: a newer sheet came since");
        assertThat(seen(newer).rowsToCorrect()).isOne();
    }

    @Test
    void another_sheet_by_hand_decides_only_about_its_own_colours() throws IOException {
        Run first = byHand("1,red,36,3", "1,blue,XL,7");
        byHand("1,red,36,4");
        assertThat(seen(first).rowsToCorrect()).isOne();
        assertThat(RunFolder.of(warehouse.data, first.id()).sheet(first.file())).exists();
        byHand("1,blue,44,4");
        assertThat(seen(first).rowsToCorrect()).isZero();
    }

    @Test
    void rows_in_no_colour_stay_to_correct() throws IOException {
        assertThat(seen(night(MissingMode.REPORT, ",blue,36,7").run()).rowsToCorrect()).isOne();
    }

    @Test
    void a_colour_that_was_held_again_since_is_to_correct() throws IOException {
        Run first = night(MissingMode.REPORT, "1,red,36,3", "1,blue,36,7").run();
        assertThat(first.rowsToCorrect()).isZero();
        Run held = night(MissingMode.REPORT, "1,red,36,3", "1,blue,36,7", "1,blue,XL,1").run();
        assertThat(seen(held).rowsToCorrect()).isEqualTo(2);
    }

    /** With 40,000 bad colours, that was half a second for each run of a list. */
    @Test
    void colours_are_read_only_if_a_sheet_came_since() throws IOException {
        Run first = night(MissingMode.REPORT, BAD).run();
        warehouse
                .ledger
                .database()
                .sql("update book set content = :none")
                .param("none", new byte[0])
                .update();
        assertThat(new RowsToCorrect(warehouse.ledger).colours(first)).hasSize(2);
        warehouse.ledger.database().sql("delete from run_colours").update();
        assertThat(seen(first).rowsToCorrect()).isEqualTo(4);
    }

    private Run seen(Run run) {
        return warehouse.ledger.seen(warehouse.ledger.runs().get(run.id()));
    }

    private Run byHand(String... rows) throws IOException {
        Result result = warehouse.start(Orders.byHand("default", sheet(rows)));
        assertThat(result.run().message()).isNull();
        return result.run();
    }
}
