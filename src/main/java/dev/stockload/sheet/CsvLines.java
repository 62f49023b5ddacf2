package dev.stockload.sheet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The lines of a CSV file, one at a time, cut into cells where every parser would cut them: at the
 * delimiter, and at a pair of quotes around all of a cell in which every other quote is written
 * twice.
 */
final class CsvLines implements Closeable {
    private static final int MOST_CELLS = 16_384;
    private static final char QUOTE = '"';

    private final boolean[] special = new boolean[128];
    private final boolean[] specialInQuotes = new boolean[128];
    private final char delimiter;
    private final CharWindow text;

    private int line;
    private int length;
    private int next;
    private int cells;
    private boolean opensQuotes;
    private boolean hasOtherQuotes;
    private boolean endsInReturn;
    private int[] starts = new int[64];
    private int[] ends = new int[64];

    /** Cells in which quotes are written twice. */
    private boolean[] doubled = new boolean[64];

    CsvLines(Path file, CsvEncoding encoding, char delimiter) throws IOException {
        this.delimiter = delimiter;
        for (char c : new char[] {QUOTE, '\n', '\r', '\0'}) {
            special[c] = true;
            specialInQuotes[c] = true;
        }
        special[delimiter] = true;
        this.text = new CharWindow(file, encoding);
    }

    /** The number of the line as an editor shows it. */
    int number() {
        return line;
    }

    /** How many characters the line has. */
    int length() {
        return length;
    }

    /**
     * Whether a parser has to say what its quotes mean: one opens a cell, and it or another is not
     * of a pair around a cell. Where none opens a cell, quotes are text.
     */
    boolean needsParser() {
        return opensQuotes && hasOtherQuotes;
    }

    /** How many cells the line was cut into. */
    int cells() {
        return cells;
    }

    /** Where the cells stand until the next line is asked for. */
    char[] chars() {
        return text.chars;
    }

    int start(int cell) {
        return text.from + starts[cell];
    }

    int end(int cell) {
        return text.from + ends[cell];
    }

    /** The text of a cell in which quotes are written twice; null where it is as it stands. */
    String doubledText(int cell) {
        return doubled[cell]
                ? new String(text.chars, start(cell), ends[cell] - starts[cell])
                        .replace("\"\"", "\"")
                : null;
    }

    /** The line without its end. */
    String text() {
        return new String(text.chars, text.from, length);
    }

    /** Goes to the next line; false when there is none. */
    boolean next() throws IOException {
        text.from += next;
        if (endsInReturn && has(0) && text.chars[text.from] == '\n') {
            text.from++;
        }
        line++;
        cells = 0;
        opensQuotes = false;
        hasOtherQuotes = false;
        endsInReturn = false;
        length = 0;
        next = 0;
        if (!has(0)) {
            return false;
        }
        length = cutCell(0);
        while (at(length) == delimiter) {
            length = cutCell(length + 1);
        }
        endsInReturn = at(length) == '\r';
        next = has(length) ? length + 1 : length;
        return true;
    }

    /** Adds the cell that begins here; where it ends. */
    private int cutCell(int start) throws IOException {
        if (at(start) == QUOTE) {
            opensQuotes = true;
            int closing = nextSpecial(start + 1, specialInQuotes);
            boolean twice = false;
            while (at(closing) == QUOTE && at(closing + 1) == QUOTE) {
                twice = true;
                closing = nextSpecial(closing + 2, specialInQuotes);
            }
            if (at(closing) == QUOTE && isEnd(at(closing + 1))) {
                addCell(start + 1, closing, twice);
                return closing + 1;
            }
        }
        int end = nextSpecial(start, special);
        while (!isEnd(at(end))) {
            if (at(end) == '\0') {
                throw unusable(
                        line, "there is a NUL byte here: this is not CSV text, or it is damaged");
            }
            hasOtherQuotes = true;
            end = nextSpecial(end + 1, special);
        }
        addCell(start, end, false);
        return end;
    }

    private boolean isEnd(char c) {
        return c == delimiter || c == '\n' || c == '\r';
    }

    private int nextSpecial(int at, boolean[] wanted) throws IOException {
        int found = at;
        do {
            char[] chars = text.chars;
            int to = text.to;
            for (int i = text.from + found; i < to; i++) {
                char c = chars[i];
                if (c < 128 && wanted[c]) {
                    return i - text.from;
                }
            }
            found = to - text.from;
        } while (more());
        return found;
    }

    private void addCell(int start, int end, boolean twice) {
        if (cells == MOST_CELLS) {
            throw unusable(line, "the row has more than %d cells".formatted(MOST_CELLS));
        }
        if (cells == starts.length) {
            starts = Arrays.copyOf(starts, cells * 2);
            ends = Arrays.copyOf(ends, cells * 2);
            doubled = Arrays.copyOf(doubled, cells * 2);
        }
        starts[cells] = start;
        ends[cells] = end;
        doubled[cells] = twice;
        cells++;
    }

    /** The character at a place of the line; the end of the file ends a line. */
    private char at(int place) throws IOException {
        return has(place) ? text.chars[text.from + place] : '\n';
    }

    private boolean has(int at) throws IOException {
        return text.from + at < text.to || more();
    }

    private boolean more() throws IOException {
        if (text.to - text.from > CharWindow.LONGEST) {
            throw unusable(
                    line, "the row has more than %d characters".formatted(CharWindow.LONGEST));
        }
        return text.more();
    }

    /** How many line ends stand between the beginning of the line and what cannot be decoded. */
    private int lineEnds() {
        int count = 0;
        for (int i = text.from; i < text.to; i++) {
            boolean isSecond = i > text.from && text.chars[i - 1] == '\r';
            if (text.chars[i] == '\r' || text.chars[i] == '\n' && !isSecond) {
                count++;
            }
        }
        return count;
    }

    static UnusableSheetException unusable(int line, String why) {
        return new UnusableSheetException("cannot be read, line %d: %s".formatted(line, why));
    }

    @Override
    public void close() throws IOException {
        text.close();
    }

    /** The characters of a text file in a window that slides over it and grows up to a limit. */
    private final class CharWindow implements Closeable {
        private static final int BYTES = 1 << 16;

        /** No stock sheet has a row this long; it bounds the memory that a broken file can take. */
        static final int LONGEST = 1 << 20;

        private final String encoding;
        private final FileChannel in;
        private final CharsetDecoder decoder;
        private final ByteBuffer bytes;
        private boolean ended;
        private boolean flushed;

        /** The window; {@code chars[from]} to {@code chars[to - 1]} are text not yet used. */
        char[] chars;

        int from;
        int to;

        CharWindow(Path file, CsvEncoding encoding) throws IOException {
            this.encoding = encoding.label();
            this.decoder = CsvEncoding.strict(encoding.charset());
            this.in = FileChannel.open(file).position(encoding.markLength());
            int window = (int) Math.max(64, Math.min(BYTES, in.size()));
            this.bytes = ByteBuffer.allocate(window).flip();
            this.chars = new char[window];
        }

        /**
         * Moves what is not used to the front of the window and adds text behind it.
         *
         * @return false at the end of the file
         */
        boolean more() throws IOException {
            if (flushed) {
                return false;
            }
            System.arraycopy(chars, from, chars, 0, to - from);
            to -= from;
            from = 0;
            if (to > chars.length / 2) {
                chars = Arrays.copyOf(chars, chars.length * 2);
            }
            int before = to;
            while (to == before && !flushed) {
                decode();
            }
            return to > before;
        }

        private void decode() throws IOException {
            if (!ended) {
                bytes.compact();
                ended = in.read(bytes) < 0;
                bytes.flip();
            }
            CharBuffer room = CharBuffer.wrap(chars, to, chars.length - to);
            CoderResult result = decoder.decode(bytes, room, ended);
            if (result.isUnderflow() && ended) {
                result = decoder.flush(room);
                flushed = result.isUnderflow();
            }
            to = room.position();
            if (result.isError()) {
                byte[] wrong = new byte[Math.min(result.length(), bytes.remaining())];
                bytes.get(wrong);
                throw unusable(
                        line + lineEnds(),
                        "%s %s not %s; name the right encoding with --encoding, for example --encoding %s"
                                .formatted(
                                        (wrong.length == 1 ? "the byte " : "the bytes ")
                                                + HexFormat.ofDelimiter(" ")
                                                        .withUpperCase()
                                                        .formatHex(wrong),
                                        wrong.length == 1 ? "is" : "are",
                                        encoding,
                                        encoding.startsWith("UTF-8") ? "windows-1252" : "UTF-8"));
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
