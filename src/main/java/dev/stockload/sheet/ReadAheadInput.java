package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads another stream ahead on a thread of its own: unpacking goes on while what was unpacked is
 * parsed.
 */
final class ReadAheadInput extends InputStream {
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
