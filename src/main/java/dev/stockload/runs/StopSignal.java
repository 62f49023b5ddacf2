package dev.stockload.runs;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The wish that a run ends soon: after the request in flight, and without starting another. */
public final class StopSignal {
    private final CountDownLatch asked = new CountDownLatch(1);

    public void ask() {
        asked.countDown();
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
