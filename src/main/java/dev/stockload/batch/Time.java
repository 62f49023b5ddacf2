package dev.stockload.batch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** What time it is, and waiting; tests turn it by hand. */
public interface Time extends InstantSource {
    /** Waits, less long where a stop is asked for. */
    void rest(Duration time, StopSignal stop);

    /** A time in nanoseconds that nobody can set. */
    long nanos();

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
