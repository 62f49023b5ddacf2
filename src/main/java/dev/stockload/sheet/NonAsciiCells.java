package dev.stockload.sheet;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cells of a text file that hold more than ASCII, each once, from its first byte to its last:
 * they alone tell the encoding. No encoding uses the bytes that end a cell here for anything else.
 */
final class NonAsciiCells {
    private static final int BLOCK = 1 << 16;
    private static final int LONGEST = 1 << 12;
    private static final int MOST = 3000;
    private static final int MOST_BY_CHANCE = 10;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final boolean[] ENDS = new boolean[256];

    static {
        for (char c : ",;\t\"\r\n".toCharArray()) {
            ENDS[c] = true;
        }
    }

    private final Map<ByteBuffer, Long> utf8 = new LinkedHashMap<>();
    private final Map<ByteBuffer, Long> others = new LinkedHashMap<>();
    private final byte[] block = new byte[BLOCK + LONGEST];

    NonAsciiCells(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            long offset = 0;
            int kept = 0;
            while (true) {
                int read = in.readNBytes(block, kept, BLOCK);
                int length = kept + read;
                boolean last = read < BLOCK;
                int done = scan(length, offset, last);
                if (last) {
                    return;
                }
                offset += done;
                kept = length - done;
                System.arraycopy(block, done, block, 0, kept);
            }
        }
    }

    /** Whether all of the file is UTF-8, or ASCII. */
    boolean areUtf8() {
        return others.isEmpty();
    }

    /** Whether it cannot be by chance that all of the file is UTF-8; ASCII is. */
    boolean areSurelyUtf8() {
        return areUtf8() && (utf8.isEmpty() || utf8.size() > MOST_BY_CHANCE);
    }

    /** The cells that are well-formed UTF-8. */
    List<byte[]> utf8() {
        return bytes(utf8);
    }

    /** The cells that are not. */
    List<byte[]> others() {
        return bytes(others);
    }

    /** The line in which a cell first stands. */
    int line(Path file, byte[] cell) throws IOException {
        Long known = others.get(ByteBuffer.wrap(cell));
        long place = known != null ? known : utf8.get(ByteBuffer.wrap(cell));
        int line = 1;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BLOCK)) {
            int before = 0;
            for (long at = 0; at < place; at++) {
                int next = in.read();
                line += next == '\r' || next == '\n' && before != '\r' ? 1 : 0;
                before = next;
            }
        }
        return line;
    }

    private static List<byte[]> bytes(Map<ByteBuffer, Long> cells) {
        List<byte[]> bytes = new ArrayList<>();
        cells.keySet().forEach(cell -> bytes.add(cell.array()));
        return bytes;
    }

    /** Takes the cells of a block; how many bytes need not be seen again. */
    private int scan(int length, long offset, boolean last) {
        ByteBuffer longs = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        int done = 0;
        while (at < length) {
            if (at + 8 <= length && (longs.getLong(at) & HIGH_BITS) == 0) {
                at += 8;
            } else if (block[at] >= 0) {
                at++;
            } else {
                int start = at;
                while (start > done && at - start < LONGEST / 2 && !ENDS[block[start - 1] & 0xFF]) {
                    start--;
                }
                int end = at;
                while (end < length && end - start < LONGEST && !ENDS[block[end] & 0xFF]) {
                    end++;
                }
                if (end == length && !last && end - start < LONGEST) {
                    return start;
                }
                add(start, end, offset + start);
                at = end;
                done = end;
            }
        }
        // The beginning of a cell whose rest is in the next block.
        int start = length;
        while (start > done && length - start < LONGEST / 2 && !ENDS[block[start - 1] & 0xFF]) {
            start--;
        }
        return start;
    }

    private void add(int start, int end, long place) {
        Map<ByteBuffer, Long> cells = isUtf8(start, end) ? utf8 : others;
        if (cells.size() < MOST && !cells.containsKey(ByteBuffer.wrap(block, start, end - start))) {
            cells.put(ByteBuffer.wrap(Arrays.copyOfRange(block, start, end)), place);
        }
    }

    private boolean isUtf8(int from, int to) {
        int at = from;
        while (at < to) {
            int lead = block[at] & 0xFF;
            int more =
                    lead < 0x80
                            ? 0
                            : lead < 0xC2
                                    ? -1
                                    : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF5 ? 3 : -1;
            if (more < 0 || at + more >= to) {
                return false;
            }
            for (int i = 1; i <= more; i++) {
                if ((block[at + i] & 0xC0) != 0x80) {
                    return false;
                }
            }
            int second = more > 1 ? block[at + 1] & 0xFF : 0;
            boolean wrong =
                    lead == 0xE0 && second < 0xA0
                            || lead == 0xED && second > 0x9F
                            || lead == 0xF0 && second < 0x90
                            || lead == 0xF4 && second > 0x8F;
            if (wrong) {
                return false;
            }
            at += more + 1;
        }
        return true;
    }
}
