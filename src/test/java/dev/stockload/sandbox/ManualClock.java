package dev.stockload.sandbox;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that only a test moves. */
final class ManualClock implements InstantSource {
    private volatile Instant now = Instant.parse("2025-03-10T09:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    void turn(Duration by) {
        now = now.plus(by);
    }

    void turnTo(String instant) {
        now = Instant.parse(instant);
    }
}
