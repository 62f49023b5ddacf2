package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.Imports;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunEnd;
import dev.stockload.ledger.RunIdentity;
import dev.stockload.ledger.RunInput;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** The words at the end of a run, whichever command has brought it there. */
class ImportOutcomeTest {
    private static final Instant NOW = Instant.parse("2026-11-15T01:30:00Z");

    @TempDir Path data;
    private final StringWriter out = new StringWriter();

    @Test
    void says_where_each_size_of_an_undo_is_listed() throws IOException {
        Path list = Files.createDirectories(data.resolve("reports/undo-1")).resolve("undo.csv");
        Files.writeString(list, "");

        show(Run.UNDO);

        assertThat(out.toString()).contains("What became of each size: " + list);
    }

    @Test
    void says_nothing_of_sizes_where_a_sheet_was_imported() {
        show("all");

        assertThat(out.toString()).doesNotContain("What became");
    }

    private void show(String send) {
        Run run =
                Run.begun(
                                new RunIdentity("undo-1", "undo", "default", "0", 1),
                                RunInput.unread("a.csv", "", send),
                                NOW,
                                "me")
                        .ended(RunEnd.completed(NOW));
        new ImportOutcome(new PrintWriter(out, true), new PrintWriter(out, true), data)
                .show(new Imports.Result(run, null, false, Optional.empty()), "");
    }
}
