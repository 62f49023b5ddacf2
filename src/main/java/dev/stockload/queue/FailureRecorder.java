package dev.stockload.queue;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunEnd;
import dev.stockload.ledger.RunState;
import dev.stockload.runs.DaemonThreads;
import dev.stockload.runs.FaultMessages;
import dev.stockload.runs.RunFailedException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Writes down that runs failed which could not do so themselves, as on a full disk: at once, or
 * when the ledger can be written again. Where that takes too long, the ledger is beyond use.
 */
final class FailureRecorder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FailureRecorder.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Ledger ledger;
    private final InstantSource clock;
    private final Predicate<String> isLive;
    private final Runnable beyondUse;
    private final ScheduledExecutorService later =
            Executors.newSingleThreadScheduledExecutor(new DaemonThreads("failures"));

    /**
     * @param isLive whether a run goes on again meanwhile
     */
    FailureRecorder(
            Ledger ledger, InstantSource clock, Predicate<String> isLive, Runnable beyondUse) {
        this.ledger = ledger;
        this.clock = clock;
        this.isLive = isLive;
        this.beyondUse = beyondUse;
    }

    /**
     * Makes sure that a run is shown as going on no more.
     *
     * @param stopped whether it was asked to end, and has not failed
     */
    void record(Run run, Throwable fault, boolean stopped) {
        boolean told = fault instanceof RunFailedException && fault.getCause() != null;
        String words = FaultMessages.words(told ? fault.getCause() : fault);
        RunEnd end =
                stopped
                        ? RunEnd.stopped(clock.instant(), words)
                        : RunEnd.failed(clock.instant(), words);
        attempt(run, end, System.nanoTime() + PATIENCE.toNanos());
    }

    private void attempt(Run run, RunEnd end, long giveUp) {
        try {
            ledger.runs()
                    .find(run.id())
                    .filter(now -> now.state() == RunState.RUNNING && !isLive.test(now.id()))
                    .filter(now -> now.owner().equals(run.owner()))
                    .ifPresent(now -> ledger.runs().ended(now, end));
        } catch (RuntimeException e) {
            if (System.nanoTime() - giveUp > 0) {
                LOG.error("The failure of run {} could not be recorded", run.id(), e);
                beyondUse.run();
            } else if (!later.isShutdown()) {
                later.schedule(
                        () -> attempt(run, end, giveUp), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    @Override
    public void close() {
        later.shutdownNow();
    }
}
