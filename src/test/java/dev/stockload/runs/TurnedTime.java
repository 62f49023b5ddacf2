package dev.stockload.runs;

import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** Time that passes only when somebody rests. */
public final class TurnedTime implements Time {
    private Instant now = Instant.parse("2026-11-15T01:30:00Z");
    private long nanos;
    private Runnable onRest = () -> {};
    private Consumer<Runnable> later = action -> {};

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public void rest(Duration time, StopSignal stop) {
        if (time.isNegative() || time.isZero()) {
            return;
        }
        synchronized (this) {
            now = now.plus(time);
            nanos += time.toNanos();
        }
        onRest.run();
    }

    @Override
    public synchronized long nanos() {
        return nanos;
    }

    /** Sets the clock, as a person or a time server would: no time passes. */
    public synchronized void set(Duration by) {
        now = now.plus(by);
    }

    @Override
    public void later(Duration wait, Runnable action) {
        later.accept(action);
    }

    /** Sets who runs delayed actions; without this call nobody does. */
    public void later(Consumer<Runnable> somebody) {
        later = somebody;
    }

    public void onRest(Runnable action) {
        onRest = action;
    }
}
