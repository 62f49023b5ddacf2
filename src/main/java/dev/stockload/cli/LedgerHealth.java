package dev.stockload.cli;

import dev.stockload.app.Workspace;
import dev.stockload.runs.DaemonThreads;

import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Looks whether a process that serves can still use the file of its ledger. H2 closes a file that
 * it could not write and does not open it again in the same process: then only a new one helps.
 */
final class LedgerHealth implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
    private static final int LOOKS_IN_VAIN = 3;
    private static final Duration LONGEST_END = Duration.ofSeconds(60);

    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(new DaemonThreads("ledger-health"));
    private int inVain;

    /** Looks from now on; another database than a file brings itself back. */
    void start(Workspace workspace) {
        if (workspace.hasFile()) {
            looks.scheduleWithFixedDelay(
                    () -> look(workspace),
                    BETWEEN_LOOKS.toMillis(),
                    BETWEEN_LOOKS.toMillis(),
                    TimeUnit.MILLISECONDS);
        }
    }

    private void look(Workspace workspace) {
        inVain = workspace.ledger().answers() ? 0 : inVain + 1;
        if (inVain >= LOOKS_IN_VAIN || !workspace.isFileThere()) {
            workspace.ledgerIsBeyondUse();
        }
        if (workspace.isLost()) {
            endAnyway();
        }
    }

    /** What closes itself in order may wait for the database in vain. */
    private void endAnyway() {
        try {
            Thread.sleep(LONGEST_END.toMillis());
            LoggerFactory.getLogger(LedgerHealth.class).error("The end took too long");
            Runtime.getRuntime().halt(ExitCode.FAILED);
        } catch (InterruptedException e) {
            // It came to its end in order.
        }
    }

    /** To be called when all else has ended. */
    @Override
    public void close() {
        looks.shutdownNow();
    }
}
