package dev.stockload.runs;

import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;

/** Simulated time that passes as soon as all participants rest: a night in seconds. */
public final class SimulatedTime implements Time {
    private final Instant begin;
    private final PriorityQueue<Sleeper> sleepers = new PriorityQueue<>();
    private int awaited;
    private int busy;
    private long nanos;

    private record Sleeper(long until, CountDownLatch wake) implements Comparable<Sleeper> {
        @Override
        public int compareTo(Sleeper other) {
            return Long.compare(until, other.until);
        }
    }

    /**
     * @param awaited the number of participants; no time passes until all have entered
     */
    public SimulatedTime(Instant begin, int awaited) {
        this.begin = begin;
        this.awaited = awaited;
    }

    public synchronized void enter() {
        awaited--;
        busy++;
    }

    public synchronized void leave() {
        busy--;
        pass();
    }

    @Override
    public synchronized Instant instant() {
        return begin.plusNanos(nanos);
    }

    @Override
    public synchronized long nanos() {
        return nanos;
    }

    @Override
    public void later(Duration wait, Runnable action) {
        // Nobody waits for that long here.
    }

    @Override
    public void rest(Duration time, StopSignal stop) {
        if (time.isNegative() || time.isZero()) {
            return;
        }
        CountDownLatch wake = new CountDownLatch(1);
        synchronized (this) {
            sleepers.add(new Sleeper(nanos + time.toNanos(), wake));
            busy--;
            pass();
        }
        try {
            wake.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void pass() {
        if (awaited > 0 || busy > 0 || sleepers.isEmpty()) {
            return;
        }
        nanos = sleepers.peek().until();
        while (!sleepers.isEmpty() && sleepers.peek().until() == nanos) {
            busy++;
            sleepers.poll().wake().countDown();
        }
    }
}
