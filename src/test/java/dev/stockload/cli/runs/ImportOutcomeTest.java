package dev.stockload.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.Work;
import dev.stockload.cli.runs.ImportRunner.ImportOutcome;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.Imports;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

class ImportOutcomeTest {
    private static final Instant NIGHT = Instant.parse("2026-11-15T01:30:00Z");

    @TempDir Path data;

    @Test
    void says_that_everything_was_sent_only_if_it_was() {
        assertThat(lastLine(Tally.NONE.plus(ColourState.SENT, 4, 9)))
                .isEqualTo("Run run-1 finished: everything was sent");
    }

    @Test
    void says_what_was_left_out_for_a_newer_sheet() {
        Tally one = Tally.NONE.plus(ColourState.SENT, 4, 9).plus(ColourState.SUPERSEDED, 1, 2);
        assertThat(lastLine(one))
                .isEqualTo("Run run-1 finished; 1 colour was left out: a newer sheet has it");
        assertThat(lastLine(one.plus(ColourState.SUPERSEDED, 311, 400)))
                .isEqualTo("Run run-1 finished; 312 colours were left out: a newer sheet has them");
    }

    @Test
    void says_what_was_left_out_since_only_new_products_are_sent() {
        assertThat(lastLine(Tally.NONE.plus(ColourState.LEFT_OUT, 2, 3)))
                .isEqualTo(
                        "Run run-1 finished; 2 colours are left out: the product has stock"
                                + " already");
    }

    @Test
    void says_where_each_size_of_an_undo_is_listed_whichever_command_ends_it() throws IOException {
        Path list = Files.createDirectories(data.resolve("reports/run-1")).resolve("undo.csv");
        Files.writeString(list, "");

        assertThat(words(Tally.NONE, Work.UNDO)).contains("The result of each size: " + list);
        assertThat(words(Tally.NONE, Work.ALL)).doesNotContain("What became");
    }

    @Test
    void says_once_how_to_resume() {
        String resume = "stockload resume run-1";
        for (String message :
                List.of(
                        "The merchant service stayed away",
                        "Nothing is sent before 02:00:00. To resume then: " + resume)) {
            String words = words(Tally.NONE, Work.ALL, Run.End.failed(NIGHT, message));
            assertThat(words.split(resume, -1)).as(words).hasSize(2);
        }
    }

    private String lastLine(Tally tally) {
        return words(tally, Work.ALL).lines().reduce((before, last) -> last).orElseThrow();
    }

    private String words(Tally tally, Work work) {
        return words(tally, work, Run.End.completed(NIGHT));
    }

    private String words(Tally tally, Work work, Run.End end) {
        Run run =
                new Run(
                        new Run.Identity("run-1", "nightly", "default", "c".repeat(64), 1),
                        Run.Input.unread("stock.csv", "{}", work),
                        new Run.Progress(NIGHT, "here", tally, 1, 0, null, false),
                        Run.Correction.NONE,
                        end);
        StringWriter out = new StringWriter();
        PrintWriter printer = new PrintWriter(out);
        int code =
                new ImportOutcome(new CommandOutput(printer), new CommandOutput(printer), data)
                        .show(new Imports.Result(run, Optional.empty()), "stock.csv");
        assertThat(code)
                .isEqualTo(run.state() == Run.State.COMPLETED ? ExitCode.DONE : ExitCode.FAILED);
        return out.toString();
    }
}
