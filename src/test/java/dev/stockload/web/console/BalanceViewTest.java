package dev.stockload.web.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.runs.ColourState;
import dev.stockload.runs.RunState;
import dev.stockload.runs.Tally;
import dev.stockload.web.console.ConsoleRun.BalanceView;
import dev.stockload.web.console.ConsoleRun.BalanceView.Part;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class BalanceViewTest {
    private static final Tally TALLY =
            Tally.NONE
                    .plus(ColourState.SENT, 990, 99_000)
                    .plus(ColourState.SENDING, 5, 20)
                    .plus(ColourState.REJECTED, 1, 1);

    @Test
    void the_parts_fill_the_bar_and_the_smallest_is_visible() {
        BalanceView balance = BalanceView.of(TALLY, RunState.RUNNING);
        assertThat(balance.parts().stream().mapToDouble(Part::width).sum())
                .isEqualTo(BalanceView.WIDTH, Offset.offset(0.1));
        assertThat(balance.shown()).allMatch(part -> part.width() > 5);
        assertThat(balance.parts().stream().mapToInt(Part::rows).sum()).isEqualTo(balance.rows());
    }

    @Test
    void colours_in_flight_are_waiting_during_a_run_and_in_doubt_after_it() {
        assertThat(BalanceView.of(TALLY, RunState.RUNNING).sentence())
                .isEqualTo("99,021 rows: 99,000 sent, 1 rejected, 20 waiting");
        assertThat(BalanceView.of(TALLY, RunState.FAILED).sentence())
                .isEqualTo("99,021 rows: 99,000 sent, 1 rejected, 20 in doubt");
        assertThat(BalanceView.of(Tally.NONE, RunState.RUNNING).sentence())
                .isEqualTo("No rows yet");
    }
}
