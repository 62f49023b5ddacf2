package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Creates that a service answers only when the test releases them. */
public final class HeldCreates {
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** Called by the service for each create. */
    public void hold() {
        arrived.countDown();
        assertThat(isOpen(released, Duration.ofMinutes(5))).as("released").isTrue();
    }

    /** Waits for the first create. */
    public void awaitFirst() {
        assertThat(hasArrived(Duration.ofMinutes(5))).as("a create").isTrue();
    }

    public boolean hasArrived(Duration within) {
        return isOpen(arrived, within);
    }

    public void release() {
        released.countDown();
    }

    private static boolean isOpen(CountDownLatch latch, Duration within) {
        try {
            return latch.await(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
