package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunEnd;
import dev.stockload.ledger.RunIdentity;
import dev.stockload.ledger.RunInput;
import dev.stockload.ledger.RunProgress;
import dev.stockload.ledger.Tally;
import dev.stockload.notifications.Message.Figure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

class RunMessageTest {
    private static final Instant NIGHT = Instant.parse("2026-03-01T01:30:00Z");

    @TempDir Path folder;

    @Test
    void what_was_left_out_is_told_so_that_the_balance_adds_up() {
        Tally tally =
                Tally.NONE
                        .plus(ColourState.SENT, 2, 5)
                        .plus(ColourState.LEFT_OUT, 3, 7)
                        .plus(ColourState.HELD, 1, 1);
        try (Ledger ledger = Ledger.open(LedgerAddress.inFolder(folder))) {
            assertThat(new RunMessage(finished(tally), folder).message(ledger).balance())
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

    private static Run finished(Tally tally) {
        return new Run(
                new RunIdentity("run-1", "night", "default", "content", 1),
                1,
                RunInput.unread("night.csv", "{}", "new"),
                new RunProgress(NIGHT, "host", tally, 1),
                RunEnd.completed(NIGHT));
    }
}
