package dev.stockload.sheet.encoding;

import dev.stockload.sheet.rows.EightBytes;

import java.io.IOException;
import java.io.InputStream;
import java.io.LineNumberReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The distinct cells of a text file with non-ASCII bytes, from which the encoding is guessed. Cells
 * end at delimiters, quotes and line ends, whose bytes mean the same in every encoding.
 *
 * <p>Of a very long cell only the first bytes are kept, and the last character may be cut. The rest
 * is skipped, since the start of its first character is unknown.
 */
final class NonAsciiCells {
    private static final int BLOCK = 1 << 16;
    private static final int LONGEST = 1 << 12;
    private static final int LONGEST_BEFORE = LONGEST / 2;
    private static final int MOST_BYTES = 1 << 14;
    private static final int SLOTS = 1 << 13;
    private static final int MOST_BY_CHANCE = 10;
    private static final int MOST_BYTES_BY_CHANCE = 200;
    private static final boolean[] ENDS = new boolean[256];

    static {
        for (char c : ",;\t\"\r\n".toCharArray()) {
            ENDS[c] = true;
        }
    }

    /** Cells with their first places: all up to a total size, then those with new bytes. */
    private static final class Kept {
        private final Map<ByteBuffer, Long> places = new LinkedHashMap<>();
        private final boolean[] known = new boolean[256];
        private int bytes;
        private int nonAscii;

        /** Whether a cell adds information; keeping all would make the guess slow. */
        boolean canUse(byte[] block, int start, int end) {
            boolean isUseful = bytes < MOST_BYTES;
            for (int i = start; i < end && !isUseful; i++) {
                isUseful = block[i] < 0 && !known[block[i] & 0xFF];
            }
            return isUseful;
        }

        void add(byte[] cell, long place) {
            if (places.putIfAbsent(ByteBuffer.wrap(cell), place) == null) {
                bytes += cell.length;
                for (byte each : cell) {
                    known[each & 0xFF] = true;
                    nonAscii += each < 0 ? 1 : 0;
                }
            }
        }

        List<byte[]> cells() {
            return places.keySet().stream().map(ByteBuffer::array).toList();
        }
    }

    private final Kept utf8 = new Kept();
    private final Kept others = new Kept();
    private final byte[][] seen = new byte[SLOTS][];
    private final byte[] block = new byte[BLOCK + LONGEST];
    private final CharsetDecoder decoder = CsvEncoding.strict(StandardCharsets.UTF_8);
    private final CharBuffer chars = CharBuffer.allocate(LONGEST);
    private boolean isAfterCut;

    NonAsciiCells(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            long offset = 0;
            int unread = 0;
            while (true) {
                int read = in.readNBytes(block, unread, BLOCK);
                int length = unread + read;
                boolean last = read < BLOCK;
                int done = scan(length, offset, last);
                if (last) {
                    return;
                }
                offset += done;
                unread = length - done;
                System.arraycopy(block, done, block, 0, unread);
            }
        }
    }

    boolean areUtf8() {
        return others.places.isEmpty();
    }

    /** Whether the whole file is valid UTF-8 and too long for that to be chance; true for ASCII. */
    boolean areSurelyUtf8() {
        return areUtf8()
                && (utf8.places.isEmpty()
                        || utf8.places.size() > MOST_BY_CHANCE
                        || utf8.nonAscii > MOST_BYTES_BY_CHANCE);
    }

    List<byte[]> utf8() {
        return utf8.cells();
    }

    List<byte[]> others() {
        return others.cells();
    }

    /** Whether a cell may end within a character. */
    static boolean isCut(byte[] cell) {
        return cell.length == LONGEST;
    }

    int line(Path file, byte[] cell) throws IOException {
        Long known = others.places.get(ByteBuffer.wrap(cell));
        long place = known != null ? known : utf8.places.get(ByteBuffer.wrap(cell));
        try (LineNumberReader lines =
                new LineNumberReader(Files.newBufferedReader(file, StandardCharsets.ISO_8859_1))) {
            lines.skip(place);
            return lines.getLineNumber() + 1;
        }
    }

    /** Adds the cells of a block; returns the number of bytes that are done. */
    private int scan(int length, long offset, boolean last) {
        int done = isAfterCut ? endOfCell(0, length) : 0;
        int at = nextNonAscii(done, length);
        while (at < length) {
            int start = startOfCell(at, done);
            int end = endOfCell(at, Math.min(length, start + LONGEST));
            isAfterCut = end - start == LONGEST;
            if (end == length && !last && !isAfterCut) {
                return start;
            }
            add(start, end, offset + start);
            done = isAfterCut ? endOfCell(end, length) : end;
            at = nextNonAscii(done, length);
        }
        isAfterCut &= done == length;
        return startOfCell(length, done);
    }

    private int nextNonAscii(int from, int length) {
        byte[] all = block;
        int at = from;
        while (at + Long.BYTES <= length && EightBytes.areAscii(all, at)) {
            at += Long.BYTES;
        }
        while (at < length && all[at] >= 0) {
            at++;
        }
        return at;
    }

    /** Where a cell begins, or a limited number of ASCII bytes before its first other byte. */
    private int startOfCell(int firstNonAscii, int from) {
        int start = firstNonAscii;
        int first = Math.max(from, firstNonAscii - LONGEST_BEFORE);
        while (start > first && !ENDS[block[start - 1] & 0xFF]) {
            start--;
        }
        return start;
    }

    private int endOfCell(int from, int length) {
        int end = from;
        while (end < length && !ENDS[block[end] & 0xFF]) {
            end++;
        }
        return end;
    }

    private void add(int start, int end, long place) {
        int slot = slot(start, end);
        byte[] cached = seen[slot];
        if (cached != null && Arrays.equals(cached, 0, cached.length, block, start, end)) {
            return;
        }
        Kept cells = isUtf8(start, end) ? utf8 : others;
        if (cells.canUse(block, start, end)) {
            seen[slot] = Arrays.copyOfRange(block, start, end);
            cells.add(seen[slot], place);
        }
    }

    private int slot(int start, int end) {
        int hash = 0;
        for (int i = start; i < end; i++) {
            hash = hash * 31 + block[i];
        }
        return (hash ^ hash >>> 15) & SLOTS - 1;
    }

    private boolean isUtf8(int start, int end) {
        ByteBuffer cell = ByteBuffer.wrap(block, start, end - start);
        boolean isWhole = end - start < LONGEST;
        return !decoder.reset().decode(cell, chars.clear(), isWhole).isError();
    }
}
