package dev.stockload.details;

import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.DetailRuns;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.RunState;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RunIds;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;

/** Which job an order is: one that ended before its end, or a new one. */
final class NewDetailRuns {
    /** Whoever asked for a finished job can be told of it for so long. */
    private static final Duration KEPT = Duration.ofDays(7);

    /** A day adds 300 requests at the most. */
    private static final int MOST_FETCHES = 1_000;

    private static final int MOST_RUNS = 20;
    private static final Logger LOG = LoggerFactory.getLogger(NewDetailRuns.class);

    private final ProcessContext process;
    private final Ledger ledger;
    private final DetailRuns runs;

    NewDetailRuns(ProcessContext process) {
        this.process = process;
        this.ledger = process.ledger();
        this.runs = ledger.detailRuns();
    }

    DetailRun enter(DetailsOrder order) {
        clean(order.account());
        return runs.unfinished().stream()
                .filter(earlier -> isSame(earlier, order))
                .findFirst()
                .orElseGet(() -> add(order));
    }

    /** Lets go of what is kept no more; what fails here is tried again with the next order. */
    private void clean(String account) {
        try {
            cleanBefore(account, process.time().instant());
        } catch (RuntimeException e) {
            LOG.warn("Old jobs over details could not be removed", e);
        }
    }

    /** The limits of today and yesterday count every request, however short they are kept. */
    private void cleanBefore(String account, Instant now) {
        Instant old = now.minus(process.keep().compareTo(KEPT) < 0 ? KEPT : process.keep());
        ledger.wantedDetails().tidy(now.minus(KEPT));
        ledger.oldDetails().removeFetches(account, old, MOST_FETCHES);
        ledger.oldDetails()
                .removeRuns(
                        old,
                        MOST_RUNS,
                        run -> process.batch().forget(DetailsJob.NAME, DetailsJob.parameters(run)));
    }

    private DetailRun add(DetailsOrder order) {
        Instant now = process.time().instant();
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
                        process.owner());
        runs.add(run, order.products());
        return run;
    }

    private static boolean isSame(DetailRun run, DetailsOrder order) {
        return run.account().equals(order.account())
                && run.asked().equals(order.asked())
                && run.refresh() == order.refresh();
    }
}
