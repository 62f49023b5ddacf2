package dev.stockload.queue;

import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Run;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Tells listeners what changes in runs, whichever process works on them. */
public final class RunChanges implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunChanges.class);
    private static final Duration JUST_ENDED = Duration.ofMinutes(1);

    private final Ledger ledger;
    private final InstantSource clock;
    private final StopSignal closed;
    private final List<Consumer<StatusReport>> listeners = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.small("run-changes"));

    /** The runs that were under way, or had just ended, at the last look. */
    private Map<String, Run> known = Map.of();

    /** {@code closed} is asked at the end of this process. */
    RunChanges(Ledger ledger, InstantSource clock, StopSignal closed) {
        this.ledger = ledger;
        this.clock = clock;
        this.closed = closed;
    }

    void start() {
        looks.scheduleWithFixedDelay(this::poll, 2, 2, TimeUnit.SECONDS);
    }

    /** Reports each change of a run, including its end; the result removes the listener. */
    public Runnable listen(Consumer<StatusReport> listener) {
        synchronized (listeners) {
            known = listeners.isEmpty() ? active() : known;
            listeners.add(listener);
        }
        return () -> listeners.remove(listener);
    }

    /** At the end of this process, what others go on with shows as stopped. */
    private Map<String, Run> active() {
        // By its end, a run is found that began and ended between two looks, by any host's clock.
        List<Run> runs = ledger.runs().active(clock.instant().minus(JUST_ENDED));
        return (closed.isAsked() ? runs : ledger.waitingRuns().seen(runs))
                .stream().collect(Collectors.toMap(Run::id, run -> run));
    }

    /** Asks for what changed, if anybody listens. */
    void poll() {
        synchronized (listeners) {
            try {
                Map<String, Run> before = known;
                known = listeners.isEmpty() ? Map.of() : active();
                known.values().stream()
                        .filter(run -> !run.equals(before.get(run.id())))
                        .forEach(run -> publish(Reports.of(run)));
            } catch (RuntimeException e) {
                LOG.warn("The changes of runs could not be read: {}", e.toString());
            }
        }
    }

    /** A listener that fails does not keep others from being called. */
    void publish(StatusReport report) {
        for (Consumer<StatusReport> listener : listeners) {
            try {
                listener.accept(report);
            } catch (RuntimeException e) {
                LOG.warn("A run listener failed", e);
            }
        }
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
