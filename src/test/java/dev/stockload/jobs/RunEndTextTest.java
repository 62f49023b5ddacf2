package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.Work;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.notifications.Message.Figure;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

class RunEndTextTest {
    private static final Instant NIGHT = Instant.parse("2026-03-01T01:30:00Z");

    @TempDir Path folder;

    @Test
    void skipped_colours_are_reported_so_that_the_balance_adds_up() {
        Tally tally =
                Tally.NONE
                        .plus(ColourState.SENT, 2, 5)
                        .plus(ColourState.LEFT_OUT, 3, 7)
                        .plus(ColourState.HELD, 1, 1);
        try (Ledger ledger = ReadyLedger.in(folder)) {
            assertThat(new RunEndText(finished(tally), folder).message(ledger).balance())
                    .isEqualTo(
                            List.of(
                                    new Figure("Sent", 2, 5),
                                    new Figure("Unchanged", 0, 0),
                                    new Figure("Left out", 3, 7),
                                    new Figure("Rejected", 0, 0),
                                    new Figure("Held", 1, 1),
                                    new Figure("Total", 6, 13)));
        }
    }

    @Test
    void a_fetched_sheet_without_problems_has_no_message_in_the_webhook() {
        String copy = folder.resolve("sources/shop/ab/night.csv").toString();
        try (Ledger ledger = ReadyLedger.in(folder)) {
            JsonNode body =
                    new RunEndText(finished(copy, Tally.NONE), folder).message(ledger).body();
            assertThat(body.get("file").asString()).isEqualTo("night.csv");
            assertThat(body.get("message").isNull()).as(body.toString()).isTrue();
        }
    }

    private static Run finished(Tally tally) {
        return finished("night.csv", tally);
    }

    private static Run finished(String file, Tally tally) {
        return new Run(
                new Run.Identity("run-1", "night", "default", "content", 1),
                Run.Input.unread(file, "{}", Work.NEW),
                new Run.Progress(NIGHT, "host", tally, 1, 0, null, false),
                Run.Correction.NONE,
                Run.End.completed(NIGHT));
    }
}
