package dev.stockload.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Asks runs to end soon: after the request in flight, without sending another. */
public final class StopSignal {
    /**
     * How long a request in flight may take after a stop was requested. Containers are killed after
     * ten seconds, which would leave its outcome unknown as well.
     */
    public static final Duration PATIENCE = Duration.ofSeconds(8);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final List<Runnable> actions = new CopyOnWriteArrayList<>();

    public void ask() {
        asked.countDown();
        actions.forEach(Runnable::run);
    }

    /** Runs the action on each request to stop, and at once if there was one already. */
    public void whenAsked(Runnable action) {
        actions.add(action);
        if (isAsked()) {
            action.run();
        }
    }

    public void forget(Runnable action) {
        actions.remove(action);
    }

    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    public void await() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            ask();
        }
    }

    void await(Duration time) {
        try {
            asked.await(Math.max(0, time.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // Spring Batch treats an interrupted thread as a finished step: stop in our way.
            ask();
        }
    }

    public void check() {
        if (isAsked()) {
            throw new RunStoppedException();
        }
    }
}
