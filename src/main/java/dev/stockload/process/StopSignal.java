package dev.stockload.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The wish that a run ends soon: after the request in flight, and without starting another. */
public final class StopSignal {
    /**
     * How long a request in flight may take when a stop is asked for. Containers are killed after
     * ten seconds, and would leave the same doubt.
     */
    public static final Duration PATIENCE = Duration.ofSeconds(8);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final List<Runnable> then = new CopyOnWriteArrayList<>();

    public void ask() {
        asked.countDown();
        then.forEach(Runnable::run);
    }

    /** Does this when the stop is asked for, maybe more than once, or at once if it was. */
    public void whenAsked(Runnable action) {
        then.add(action);
        if (isAsked()) {
            action.run();
        }
    }

    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** Waits until the stop is asked for, however long that takes. */
    public void await() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            ask();
        }
    }

    /** Waits until the time is over or the stop is asked for. */
    void await(Duration time) {
        try {
            asked.await(Math.max(0, time.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // Spring Batch takes an interrupted thread for a finished step: stop in our own way.
            ask();
        }
    }

    public void check() {
        if (isAsked()) {
            throw new RunStoppedException();
        }
    }
}
