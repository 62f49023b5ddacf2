package dev.stockload.queue;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.runs.DaemonThreads;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Goes on with the runs that a process has promised to bring to their end before it was stopped or
 * killed: one of this folder when we start, one of another host when that is seen to be dead.
 */
public final class AcceptedRecovery implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptedRecovery.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    private final ImportQueue queue;
    private final Ledger ledger;
    private final String owner;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(new DaemonThreads("accepted-runs"));

    /**
     * @param owner the name by which the ledger knows this process
     */
    public AcceptedRecovery(ImportQueue queue, Ledger ledger, String owner) {
        this.queue = queue;
        this.ledger = ledger;
        this.owner = owner;
    }

    /** Looks now, and now and then: where hosts share a ledger, one of them may die at any time. */
    public void start() {
        look();
        clock.scheduleWithFixedDelay(
                this::look,
                BETWEEN_LOOKS.toMillis(),
                BETWEEN_LOOKS.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    public void look() {
        try {
            ledger.acceptedRuns().unfinished().stream()
                    .filter(this::isLeftBehind)
                    .forEach(run -> queue.promise(queue.resume(run.id(), false)));
        } catch (RuntimeException e) {
            // It is looked again soon; and who is stopping takes nothing more.
            LOG.warn("Runs that were accepted could not be taken up", e);
        }
    }

    private boolean isLeftBehind(Run run) {
        boolean elsewhere = !run.owner().equals(owner) && ledger.owners().isAlive(run.owner());
        return !elsewhere && !queue.isClosed() && !queue.hasTicket(run.id());
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
