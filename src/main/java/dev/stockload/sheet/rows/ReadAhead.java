package dev.stockload.sheet.rows;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
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

    /** Fills a buffer; returns whether there may be more. */
    public interface Producer<B> {
        boolean fill(B buffer) throws IOException;
    }

    private final ExecutorService thread;
    private final Producer<B> producer;
    private final Deque<Future<B>> ahead = new ArrayDeque<>();
    private B lent;

    /** Set after the last buffer or a failure. */
    private boolean ended;

    private volatile boolean closed;

    public ReadAhead(String name, Supplier<B> buffers, Producer<B> producer) {
        this.producer = producer;
        this.thread =
                Executors.newSingleThreadExecutor(
                        work -> {
                            Thread worker = new Thread(work, name);
                            worker.setDaemon(true);
                            return worker;
                        });
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
        ended = !producer.fill(buffer);
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
            if (e.getCause() instanceof IOException expected) {
                throw expected;
            }
            if (e.getCause() instanceof Error serious) {
                throw serious;
            }
            throw (RuntimeException) e.getCause();
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

        private static final class Block {
            private final byte[] bytes = new byte[BLOCK];
            private int length;
        }

        private final InputStream source;
        private final ReadAhead<Block> ahead;
        private Block block;
        private int at;

        public ReadAheadInput(InputStream source) {
            this.source = source;
            this.ahead = new ReadAhead<>("unpack", Block::new, this::fill);
        }

        private boolean fill(Block target) throws IOException {
            target.length = source.readNBytes(target.bytes, 0, BLOCK);
            return target.length == BLOCK;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (!available(length)) {
                return length == 0 ? 0 : -1;
            }
            int count = Math.min(length, block.length - at);
            System.arraycopy(block.bytes, at, target, offset, count);
            at += count;
            return count;
        }

        @Override
        public int read() throws IOException {
            return available(1) ? block.bytes[at++] & 0xFF : -1;
        }

        private boolean available(int length) throws IOException {
            while (length > 0 && (block == null || at == block.length)) {
                block = ahead.next();
                at = 0;
                if (block == null) {
                    return false;
                }
            }
            return length > 0;
        }

        @Override
        public void close() throws IOException {
            ahead.close();
            source.close();
        }
    }
}
