package dev.stockload.sheet.rows;

import org.apache.commons.io.function.IOPredicate;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.commons.lang3.exception.ExceptionUtils;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs a producer some buffers ahead of its consumer on its own thread, so that unpacking, reading
 * and checking use several cores. Buffers are reused: each is valid until the next one is
 * requested.
 */
public final class ReadAhead<B> implements Closeable {
    private static final int BUFFERS = 4;

    private final ExecutorService thread;
    private final IOPredicate<B> producer;
    private final Deque<Future<B>> ahead = new ArrayDeque<>();
    private B lent;

    /** Set after the last buffer or a failure. */
    private boolean ended;

    private volatile boolean closed;

    /** The producer fills a buffer and returns whether there may be more. */
    public ReadAhead(String name, Supplier<B> buffers, IOPredicate<B> producer) {
        this.producer = producer;
        this.thread =
                Executors.newSingleThreadExecutor(
                        BasicThreadFactory.builder().namingPattern(name).daemon().build());
        for (int i = 0; i < BUFFERS; i++) {
            order(buffers.get());
        }
    }

    private void order(B buffer) {
        ahead.add(thread.submit(() -> fill(buffer)));
    }

    private B fill(B buffer) throws IOException {
        if (ended || closed) {
            return null;
        }
        ended = true;
        ended = !producer.test(buffer);
        return buffer;
    }

    /** The next filled buffer, or null after the last. */
    public B next() throws IOException {
        if (closed) {
            return null;
        }
        if (lent != null) {
            order(lent);
        }
        try {
            lent = null;
            lent = ahead.isEmpty() ? null : ahead.remove().get();
            return lent;
        } catch (ExecutionException e) {
            return ExceptionUtils.rethrow(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Reading was interrupted", e);
        }
    }

    /**
     * Stops the producer and waits for it, so that its source can be closed. It is not interrupted:
     * that would close the file, which other sheets are still read from.
     */
    @Override
    public void close() {
        closed = true;
        thread.shutdown();
        try {
            thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads a stream ahead, so that unpacking and parsing run in parallel. */
    public static final class ReadAheadInput extends InputStream {
        private static final int BLOCK = 1 << 16;

        private final InputStream source;
        private final ReadAhead<ByteBuffer> ahead;

        /** Null after the last. */
        private ByteBuffer block = ByteBuffer.allocate(0);

        public ReadAheadInput(InputStream source) {
            this.source = source;
            this.ahead = new ReadAhead<>("unpack", () -> ByteBuffer.allocate(BLOCK), this::fill);
        }

        private boolean fill(ByteBuffer target) throws IOException {
            SheetBudget.ask();
            int length = source.readNBytes(target.array(), 0, BLOCK);
            target.clear().limit(length);
            return length == BLOCK;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (!hasMore()) {
                return -1;
            }
            int count = Math.min(length, block.remaining());
            block.get(target, offset, count);
            return count;
        }

        @Override
        public int read() throws IOException {
            return hasMore() ? block.get() & 0xFF : -1;
        }

        private boolean hasMore() throws IOException {
            while (block != null && !block.hasRemaining()) {
                block = ahead.next();
            }
            return block != null;
        }

        @Override
        public void close() throws IOException {
            ahead.close();
            source.close();
        }
    }
}
