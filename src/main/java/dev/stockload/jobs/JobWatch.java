package dev.stockload.jobs;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Looks now and then for what is to be told, and delivers it, beside the runs. */
public final class JobWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobWatch.class);

    private final Notifier notifier;
    private final ScheduledExecutorService looks = thread("notify");
    private final ScheduledExecutorService deliveries = thread("deliveries");

    private JobWatch(Notifier notifier) {
        this.notifier = notifier;
    }

    /** Watches until it is closed. */
    public static JobWatch start(Notifier notifier, Duration between) {
        JobWatch watch = new JobWatch(notifier);
        repeat(watch.looks, notifier::look, between);
        // A server that does not answer keeps nobody from looking.
        repeat(watch.deliveries, notifier::deliverDue, between);
        return watch;
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

    /** What is not delivered is kept for the next start. */
    @Override
    public void close() {
        looks.shutdownNow();
        deliveries.shutdownNow();
        notifier.close();
    }

    private static ScheduledExecutorService thread(String name) {
        return Executors.newSingleThreadScheduledExecutor(
                work -> {
                    Thread thread = new Thread(work, name);
                    thread.setDaemon(true);
                    return thread;
                });
    }
}
