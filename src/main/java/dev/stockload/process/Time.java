package dev.stockload.process;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** What time it is, waiting, and who works meanwhile; tests turn it by hand. */
public interface Time extends InstantSource {
    /** Waits, less long where a stop is asked for. */
    void rest(Duration time, StopSignal stop);

    /** A time in nanoseconds that nobody can set. */
    long nanos();

    /**
     * Who does work beside the thread that asks; where time is simulated, that thread itself. Not a
     * pool of few threads: what waits for the service of one account would keep up the others.
     */
    default Executor executor() {
        return BackgroundThreads.EXECUTOR;
    }

    /** Does something after a while, beside the thread that asks. */
    default void later(Duration wait, Runnable action) {
        CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS).execute(action);
    }

    /** The time of this machine. */
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
