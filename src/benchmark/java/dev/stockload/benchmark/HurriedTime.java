package dev.stockload.benchmark;

import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that jumps ahead instead of resting. */
final class HurriedTime implements Time {
    private final AtomicLong ahead = new AtomicLong();

    @Override
    public Instant instant() {
        return Instant.now().plusNanos(ahead.get());
    }

    @Override
    public void rest(Duration time, StopSignal stop) {
        ahead.addAndGet(time.toNanos());
    }

    @Override
    public long nanos() {
        return System.nanoTime() + ahead.get();
    }
}
