package dev.stockload.web.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.Work;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;
import dev.stockload.web.console.ConsoleRun.BalanceView;
import dev.stockload.web.console.ConsoleRun.BalanceView.Part;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import java.time.Instant;

class BalanceViewTest {
    private static final Tally TALLY =
            Tally.NONE
                    .plus(ColourState.SENT, 990, 99_000)
                    .plus(ColourState.SENDING, 5, 20)
                    .plus(ColourState.REJECTED, 1, 1);

    @Test
    void the_parts_fill_the_bar_and_the_smallest_is_visible() {
        BalanceView balance = view(TALLY, Run.End.OPEN);
        assertThat(balance.parts().stream().mapToDouble(Part::width).sum())
                .isEqualTo(BalanceView.WIDTH, Offset.offset(0.1));
        assertThat(balance.shown()).allMatch(part -> part.width() > 5);
        assertThat(balance.parts().stream().mapToInt(part -> part.part().rows()).sum())
                .isEqualTo(balance.balance().rows());
    }

    @Test
    void colours_in_flight_are_waiting_during_a_run_and_in_doubt_after_it() {
        assertThat(view(TALLY, Run.End.OPEN).sentence())
                .isEqualTo("99,021 rows: 99,000 sent, 1 rejected, 20 waiting");
        assertThat(view(TALLY, Run.End.failed(null, "no answer")).sentence())
                .isEqualTo("99,021 rows: 99,000 sent, 1 rejected, 20 in doubt");
        assertThat(view(Tally.NONE, Run.End.OPEN).sentence()).isEqualTo("No rows yet");
    }

    private static BalanceView view(Tally tally, Run.End end) {
        return BalanceView.of(
                new Run(
                        new Run.Identity("run-1", "nightly", "default", "content", 1),
                        Run.Input.unread("stock.csv", "{}", Work.ALL),
                        new Run.Progress(Instant.EPOCH, "here", tally, 1, 1, null, true),
                        Run.Correction.NONE,
                        end));
    }
}
