package dev.stockload.jobs;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** A clock that tests set and that runs on from there. */
final class SetClock implements InstantSource {
    private Instant set;
    private long at;

    SetClock(String time) {
        set(time);
    }

    synchronized void set(String time) {
        set = Instant.parse(time);
        at = System.nanoTime();
    }

    @Override
    public synchronized Instant instant() {
        return set.plusNanos(System.nanoTime() - at);
    }

    Instant minute() {
        return instant().truncatedTo(ChronoUnit.MINUTES);
    }
}
