package dev.stockload.queue;

import dev.stockload.imports.report.StatusReport;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Listeners for the progress of runs; one that fails does not keep others from being called. */
final class ReportListeners {
    private static final Logger LOG = LoggerFactory.getLogger(ReportListeners.class);

    private final List<Consumer<StatusReport>> listeners = new CopyOnWriteArrayList<>();

    /** Adds a listener; the result removes it. */
    Runnable add(Consumer<StatusReport> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void report(StatusReport report) {
        for (Consumer<StatusReport> listener : listeners) {
            try {
                listener.accept(report);
            } catch (RuntimeException e) {
                LOG.warn("A run listener failed", e);
            }
        }
    }
}
