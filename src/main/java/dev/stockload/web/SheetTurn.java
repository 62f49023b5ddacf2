package dev.stockload.web;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets uploaded sheets be read one at a time, in the order in which they came: each may take much
 * of the memory, and several at once would take it from the imports of the night.
 */
class SheetTurn {
    private static final int MOST_WAITING = 20;

    private final ReentrantLock one = new ReentrantLock(true);

    /** What is done with a sheet. */
    interface Work<T> {
        T done() throws IOException;
    }

    <T> T take(Work<T> work) throws IOException {
        if (one.getQueueLength() >= MOST_WAITING) {
            throw Refusal.tooMany("Too many sheets wait to be looked at; try again later");
        }
        one.lock();
        try {
            return work.done();
        } finally {
            one.unlock();
        }
    }
}
