package dev.stockload.process;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The clock and waiting; tests control it. */
public interface Time extends InstantSource {
    /** Waits; returns early if a stop is requested. */
    void rest(Duration time, StopSignal stop);

    /** A monotonic time in nanoseconds. */
    long nanos();

    default void later(Duration wait, Runnable action) {
        CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS).execute(action);
    }

    static Time real() {
        return new Time() {
            @Override
            public Instant instant() {
                return Instant.now();
            }

            @Override
            public void rest(Duration time, StopSignal stop) {
                stop.await(time);
            }

            @Override
            public long nanos() {
                return System.nanoTime();
            }
        };
    }
}
