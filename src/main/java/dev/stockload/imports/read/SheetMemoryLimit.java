package dev.stockload.imports.read;

import dev.stockload.process.RunStoppedException;
import dev.stockload.process.StopSignal;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Limits the memory for sheets that are prepared at the same time. Jobs of many accounts start in
 * the same minute: large sheets then wait for each other, small ones do not wait.
 */
final class SheetMemoryLimit {
    /** Half of the heap is for sheets. */
    static final SheetMemoryLimit OF_THIS_PROCESS =
            new SheetMemoryLimit(Runtime.getRuntime().maxMemory() / 2);

    /** How much more memory a row takes than in its file. */
    private static final int TIMES_ITS_FILE = 16;

    private static final int SMALL_FILE = 1 << 15;
    private static final int UNIT = 1 << 16;
    private static final long LOOK_MILLIS = 200;

    private final int units;
    private int free;

    /** In the order in which they came: a large sheet is not passed by smaller ones. */
    private final Deque<Share> waiting = new ArrayDeque<>();

    /** The memory of one run, released when it is closed. */
    public final class Share implements AutoCloseable {
        private int taken;

        /** Waits until a file of this size fits, or throws if a stop is requested. */
        public void take(long bytes, StopSignal stop) {
            if (bytes < SMALL_FILE) {
                return;
            }
            // A file larger than the limit is read alone.
            acquire(this, (int) Math.min(units, bytes * TIMES_ITS_FILE / UNIT), stop);
        }

        @Override
        public void close() {
            release(this);
        }
    }

    public SheetMemoryLimit(long bytes) {
        this.units = (int) Math.max(1, Math.min(Integer.MAX_VALUE, bytes / UNIT));
        this.free = units;
    }

    public Share share() {
        return new Share();
    }

    private synchronized void acquire(Share share, int wanted, StopSignal stop) {
        waiting.add(share);
        try {
            while (waiting.peek() != share || free < wanted) {
                wait(LOOK_MILLIS);
                stop.check();
            }
            free -= wanted;
            share.taken = wanted;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunStoppedException();
        } finally {
            waiting.remove(share);
            notifyAll();
        }
    }

    private synchronized void release(Share share) {
        free += share.taken;
        share.taken = 0;
        notifyAll();
    }
}
