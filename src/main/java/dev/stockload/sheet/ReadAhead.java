package dev.stockload.sheet;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Supplier;

/**
 * Lets a producer work some buffers ahead of its consumer, on a thread of its own, so that
 * unpacking, reading and checking share the cores. The buffers go round: one that was handed out is
 * good until the next is asked for.
 */
final class ReadAhead<B> implements Closeable {
    private static final int BUFFERS = 4;

    /** Fills a buffer; says whether there may be more after it. */
    interface Producer<B> {
        boolean fill(B buffer) throws IOException;
    }

    private record Filled<B>(B buffer, boolean last, Throwable fault) {}

    private final BlockingQueue<B> free = new ArrayBlockingQueue<>(BUFFERS);
    private final BlockingQueue<Filled<B>> full = new ArrayBlockingQueue<>(BUFFERS + 1);
    private final Thread thread;
    private B lent;
    private boolean ended;
    private volatile boolean closed;

    ReadAhead(String name, Supplier<B> buffers, Producer<B> producer) {
        for (int i = 0; i < BUFFERS; i++) {
            free.add(buffers.get());
        }
        thread = new Thread(() -> produce(producer), name);
        thread.setDaemon(true);
        thread.start();
    }

    /** The next filled buffer, or null after the last. */
    B next() throws IOException {
        if (ended) {
            return null;
        }
        try {
            if (lent != null) {
                free.put(lent);
                lent = null;
            }
            Filled<B> filled = full.take();
            ended = filled.last;
            if (filled.fault != null) {
                rethrow(filled.fault);
            }
            lent = filled.buffer;
            return lent;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Reading was interrupted", e);
        }
    }

    private void produce(Producer<B> producer) {
        try {
            boolean more = true;
            while (more && !closed) {
                B buffer = free.take();
                if (!closed) {
                    more = producer.fill(buffer);
                    full.put(new Filled<>(buffer, !more, null));
                }
            }
        } catch (Throwable fault) {
            full.add(new Filled<>(null, true, fault));
        }
    }

    private static void rethrow(Throwable fault) throws IOException {
        if (fault instanceof IOException expected) {
            throw expected;
        }
        if (fault instanceof Error serious) {
            throw serious;
        }
        throw (RuntimeException) fault;
    }

    /**
     * Ends the producer and waits for it, so that what it reads from can be closed. It is not
     * interrupted: that would close the file under it, which other sheets are still to be read
     * from.
     */
    @Override
    public void close() {
        closed = true;
        ended = true;
        if (lent != null) {
            free.offer(lent);
        }
        for (Filled<B> filled = full.poll(); filled != null; filled = full.poll()) {
            if (filled.buffer != null) {
                free.offer(filled.buffer);
            }
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
