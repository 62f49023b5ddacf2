package dev.stockload.sheet;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
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

    /**
     * Reads another stream ahead on a thread of its own: unpacking goes on while what was unpacked
     * is parsed.
     */
    static final class ReadAheadInput extends InputStream {
        private static final int BLOCK = 1 << 16;

        private static final class Block {
            private final byte[] bytes = new byte[BLOCK];
            private int length;
        }

        private final InputStream source;
        private final ReadAhead<Block> ahead;
        private Block block;
        private int at;

        ReadAheadInput(InputStream source) {
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
