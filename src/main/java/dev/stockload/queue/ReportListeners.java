package dev.stockload.queue;

import dev.stockload.check.StatusReport;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Those who hear where runs stand; one that fails keeps nobody else from hearing. */
final class ReportListeners {
    private static final Logger LOG = LoggerFactory.getLogger(ReportListeners.class);

    private final List<Consumer<StatusReport>> listeners = new CopyOnWriteArrayList<>();

    /** Adds one; returns what takes it away. */
    Runnable add(Consumer<StatusReport> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void tell(StatusReport report) {
        for (Consumer<StatusReport> listener : listeners) {
            try {
                listener.accept(report);
            } catch (RuntimeException e) {
                LOG.warn("A listener of runs failed", e);
            }
        }
    }
}
