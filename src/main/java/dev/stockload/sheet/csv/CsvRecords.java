package dev.stockload.sheet.csv;

import dev.stockload.sheet.encoding.CsvEncoding;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.UnusableSheetException;

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
 * The records of a CSV file, one at a time, split into cells at the delimiter. A quoted cell is
 * quoted as a whole, with quotes inside it escaped; a quote that does not open a cell is text. An
 * unclosed quote swallows rows; if that is visible, the file is refused.
 */
final class CsvRecords implements Closeable {
    private static final int MOST_CELLS = RowSource.LAST_COLUMN + 1;
    private static final char QUOTE = '"';

    /** Programs of old put it at the end of a file, in a line of its own. */
    private static final char END_OF_FILE = '\u001A';

    private final boolean[] special = new boolean[128];
    private final boolean[] specialInQuotes = new boolean[128];
    private final char delimiter;
    private final CharWindow text;

    private int line;
    private int length;
    private int next;
    private int cells;
    private boolean endsInReturn;

    /** The number of line ends within quotes so far. */
    private int breaks;

    /** The number of cells in the last record without line breaks. */
    private int usualCells;

    private int[] starts = new int[64];
    private int[] ends = new int[64];

    /** Cells with escaped quotes or line ends. */
    private boolean[] escaped = new boolean[64];

    CsvRecords(Path file, CsvEncoding encoding, char delimiter) throws IOException {
        this.delimiter = delimiter;
        for (char c : new char[] {QUOTE, '\n', '\r', '\0'}) {
            special[c] = true;
            specialInQuotes[c] = true;
        }
        special[delimiter] = true;
        this.text = new CharWindow(file, encoding);
    }

    /** The line number of the start of the record, as in an editor. */
    int line() {
        return line;
    }

    int length() {
        return length;
    }

    int cells() {
        return cells;
    }

    /** The characters of the cells, valid until the next record. */
    char[] chars() {
        return text.chars;
    }

    int start(int cell) {
        return text.from + starts[cell];
    }

    int end(int cell) {
        return text.from + ends[cell];
    }

    /** The text of a cell that must be unescaped; null for others. */
    String escapedText(int cell) {
        return escaped[cell]
                ? new String(text.chars, start(cell), ends[cell] - starts[cell])
                        .replace("\"\"", "\"")
                        .replaceAll("\r\n?", "\n")
                : null;
    }

    String text() {
        return new String(text.chars, text.from, length);
    }

    boolean next() throws IOException {
        text.from += next;
        if (endsInReturn && has(0) && text.chars[text.from] == '\n') {
            text.from++;
        }
        line += breaks + 1;
        breaks = 0;
        cells = 0;
        endsInReturn = false;
        length = 0;
        next = 0;
        if (!has(0) || at(0) == END_OF_FILE && !has(1)) {
            return false;
        }
        length = cutCell(0);
        while (at(length) == delimiter) {
            length = cutCell(length + 1);
        }
        endsInReturn = at(length) == '\r';
        next = has(length) ? length + 1 : length;
        usualCells = breaks == 0 && cells > 1 ? cells : usualCells;
        return true;
    }

    /** Adds the cell that starts here; returns its end. */
    private int cutCell(int start) throws IOException {
        if (at(start) == QUOTE) {
            return cutQuoted(start);
        }
        int end = nextSpecial(start, special);
        while (!isEnd(at(end))) {
            expectText(end);
            end = nextSpecial(end + 1, special);
        }
        addCell(start, end, false);
        return end;
    }

    /** Adds the quoted cell that starts here, without spaces after the quotes; returns its end. */
    private int cutQuoted(int start) throws IOException {
        int opened = line + breaks;
        int lineStart = start;
        boolean isEscaped = false;
        boolean looksWhole = false;
        boolean holdsRows = false;
        int closing = nextSpecial(start + 1, specialInQuotes);
        while (at(closing) != QUOTE || at(closing + 1) == QUOTE) {
            expectText(closing);
            expectClosed(opened, start, closing);
            if (at(closing) == QUOTE) {
                closing++;
            } else if (at(closing) == '\n' || at(closing + 1) != '\n') {
                int inLine = delimiters(lineStart, closing) + 1;
                looksWhole |= breaks == 0 && cells + inLine >= usualCells;
                holdsRows |= lineStart > start && inLine >= usualCells;
                lineStart = closing + 1;
                breaks++;
            }
            isEscaped = true;
            closing = nextSpecial(closing + 1, specialInQuotes);
        }
        holdsRows |= lineStart > start && delimiters(lineStart, closing) + 1 >= usualCells;
        if (usualCells > 1 && looksWhole && holdsRows) {
            throw unusable(
                    opened,
                    "a quote is opened here and closed in line %d, and what is between looks like rows; close the quote, or write a quote inside quotes twice"
                            .formatted(line + breaks));
        }
        int end = closing + 1;
        while (at(end) == ' ' && delimiter != ' ') {
            end++;
        }
        if (!isEnd(at(end))) {
            throw unusable(
                    line + breaks,
                    "text follows a quote that closes a cell; write a quote inside quotes"
                            + " twice");
        }
        addCell(start + 1, closing, isEscaped);
        return end;
    }

    private void expectText(int place) throws IOException {
        if (at(place) == '\0') {
            throw unusable(
                    line + breaks,
                    "there is a NUL byte here: this is not CSV text, or it is damaged");
        }
    }

    private void expectClosed(int opened, int start, int end) throws IOException {
        if (!has(end)) {
            throw unusable(opened, "a quote is opened here and never closed");
        }
        if (end - start > RowSource.LONGEST_TEXT) {
            throw unusable(
                    opened,
                    "a quote is opened here and not closed within %d characters, the most a cell can hold"
                            .formatted(RowSource.LONGEST_TEXT));
        }
    }

    private int delimiters(int start, int end) {
        int count = 0;
        for (int i = text.from + start; i < text.from + end; i++) {
            count += text.chars[i] == delimiter ? 1 : 0;
        }
        return count;
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

    private void addCell(int start, int end, boolean isEscaped) {
        if (cells == MOST_CELLS) {
            throw unusable(line, "the row has more than %d cells".formatted(MOST_CELLS));
        }
        if (cells == starts.length) {
            starts = Arrays.copyOf(starts, cells * 2);
            ends = Arrays.copyOf(ends, cells * 2);
            escaped = Arrays.copyOf(escaped, cells * 2);
        }
        starts[cells] = start;
        ends[cells] = end;
        escaped[cells] = isEscaped;
        cells++;
    }

    /** The character at a place of the record; the end of the file counts as a line end. */
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

    /** Between the start of the record and the bytes that cannot be decoded. */
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

    /** A window of characters that slides over a text file and grows up to a limit. */
    private final class CharWindow implements Closeable {
        private static final int BYTES = 1 << 16;

        /** The longest row; limits the memory that a damaged file can take. */
        static final int LONGEST = 1 << 20;

        private final String encoding;
        private final FileChannel in;
        private final CharsetDecoder decoder;
        private final ByteBuffer bytes;
        private boolean ended;
        private boolean flushed;

        /** The window; {@code chars[from]} to {@code chars[to - 1]} are unread text. */
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

        /** Moves unread text to the front and adds more; false at the end of the file. */
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
