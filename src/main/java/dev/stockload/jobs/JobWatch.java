package dev.stockload.jobs;

import dev.stockload.runs.DaemonThreads;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Looks now and then for what is to be told, and delivers it, beside the runs. */
public final class JobWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobWatch.class);

    private final Notifier notifier;
    private final JobFolder jobs;
    private final ExpectedSheets expectations;
    private final InstantSource clock;
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(new DaemonThreads("notify"));
    private final ScheduledExecutorService deliveries =
            Executors.newSingleThreadScheduledExecutor(new DaemonThreads("deliveries"));

    /**
     * @param jobs those whose sheets are expected here
     */
    public JobWatch(
            Notifier notifier, JobFolder jobs, ExpectedSheets expectations, InstantSource clock) {
        this.notifier = notifier;
        this.jobs = jobs;
        this.expectations = expectations;
        this.clock = clock;
    }

    /** Looks every so often until it is closed. */
    public JobWatch start(Duration between) {
        repeat(looks, this::look, between);
        // A server that does not answer keeps nobody from looking.
        repeat(deliveries, notifier::deliverDue, between);
        return this;
    }

    /** Finds the ends of runs and the sheets that are missing. */
    void look() {
        notifier.look();
        Instant now = clock.instant();
        try {
            for (JobFolder.Entry entry : jobs.list()) {
                entry.definition()
                        .filter(job -> job.notifySettings().expect().isPresent())
                        .ifPresent(job -> expect(job, now));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void expect(JobDefinition job, Instant now) {
        try {
            expectations.missed(job, now).ifPresent(missed -> notifier.missed(job, missed));
        } catch (RuntimeException e) {
            LOG.warn("It is unknown whether job {} misses a sheet; trying again", job.name(), e);
        }
    }

    private static void repeat(ScheduledExecutorService thread, Runnable work, Duration between) {
        thread.scheduleWithFixedDelay(
                () -> {
                    try {
                        work.run();
                    } catch (RuntimeException e) {
                        LOG.warn("Nobody could be told now; trying again", e);
                    }
                },
                0,
                between.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Looks no more: what is not delivered is kept for the next start. */
    public void stop() {
        looks.shutdownNow();
        deliveries.shutdownNow();
    }

    @Override
    public void close() {
        stop();
    }
}
