package dev.stockload.details;

import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.DetailRuns;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.RunState;
import dev.stockload.runs.RunIds;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Which job an order is: one that ended before its end, or a new one. */
final class NewDetailRuns {
    /** Whoever asked for a finished job can be told of it for so long. */
    private static final Duration KEPT = Duration.ofDays(7);

    private final Ledger ledger;
    private final DetailRuns runs;
    private final String owner;
    private final InstantSource clock;

    NewDetailRuns(Ledger ledger, String owner, InstantSource clock) {
        this.ledger = ledger;
        this.runs = ledger.detailRuns();
        this.owner = owner;
        this.clock = clock;
    }

    DetailRun enter(DetailsOrder order) {
        ledger.wantedDetails().tidy(clock.instant().minus(KEPT));
        return runs.unfinished().stream()
                .filter(earlier -> isSame(earlier, order))
                .findFirst()
                .orElseGet(() -> add(order));
    }

    private DetailRun add(DetailsOrder order) {
        Instant now = clock.instant();
        DetailRun run =
                new DetailRun(
                        RunIds.next(now, "details", order.asked(), id -> runs.find(id).isPresent()),
                        order.account(),
                        order.asked(),
                        order.refresh(),
                        order.file(),
                        RunState.RUNNING,
                        now,
                        null,
                        false,
                        null,
                        null,
                        owner);
        runs.add(run, order.products());
        return run;
    }

    private static boolean isSame(DetailRun run, DetailsOrder order) {
        return run.account().equals(order.account())
                && run.asked().equals(order.asked())
                && run.refresh() == order.refresh();
    }
}
