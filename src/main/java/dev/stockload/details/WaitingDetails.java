package dev.stockload.details;

import dev.stockload.process.DaemonThreads;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;

/** Resumes waiting details as soon as the limits allow it, until it is closed. */
public final class WaitingDetails implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WaitingDetails.class);
    private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(5);
    private static final Duration AFTER_A_FAILURE = Duration.ofMinutes(1);

    private final Details details;
    private final Time time;
    private final Duration patience;
    private final StopSignal stop = new StopSignal();
    private final Thread thread = new DaemonThreads("waiting-details").newThread(this::work);

    private WaitingDetails(Details details, Time time, Duration patience) {
        this.details = details;
        this.time = time;
        this.patience = patience;
    }

    /**
     * @param patience how long closing waits for the request in flight
     */
    public static WaitingDetails start(Details details, Time time, Duration patience) {
        WaitingDetails waiting = new WaitingDetails(details, time, patience);
        waiting.thread.start();
        return waiting;
    }

    private void work() {
        while (!stop.isAsked()) {
            Duration pause = BETWEEN_CHECKS;
            try {
                details.resumeDue(stop, Details.Progress.NONE);
            } catch (RuntimeException e) {
                LOG.error("Waiting details could not be checked", e);
                pause = AFTER_A_FAILURE;
            }
            time.rest(pause, stop);
        }
    }

    /** Asks the running job to stop after the request in flight. */
    public void stop() {
        stop.ask();
    }

    @Override
    public void close() {
        stop();
        try {
            thread.join(patience.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
