package dev.stockload.sheet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The lines of a CSV file, one at a time, cut at the delimiter as far as no quote opens a cell: a
 * quote elsewhere is text.
 */
final class CsvLines implements Closeable {
    private static final int MOST_CELLS = 16_384;
    private static final char QUOTE = '"';

    private final boolean[] special = new boolean[128];
    private final char delimiter;
    private final CharWindow text;

    private int line;
    private int length;
    private int next;
    private int cells;
    private boolean quoted;
    private boolean endsInReturn;
    private int[] starts = new int[64];

    CsvLines(Path file, CsvEncoding encoding, char delimiter) throws IOException {
        this.delimiter = delimiter;
        for (char c : new char[] {delimiter, QUOTE, '\n', '\r', '\0'}) {
            special[c] = true;
        }
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

    /** Whether a quote opens one of its cells, so that it cannot be cut at the delimiter. */
    boolean isQuoted() {
        return quoted;
    }

    /** How many cells there are between the delimiters. */
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
        return text.from + (cell + 1 < cells ? starts[cell + 1] - 1 : length);
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
        quoted = false;
        endsInReturn = false;
        length = 0;
        next = 0;
        if (!has(0)) {
            return false;
        }
        addCell(0);
        int at = nextSpecial(0);
        while (has(at)) {
            char c = text.chars[text.from + at];
            if (c == delimiter) {
                addCell(at + 1);
            } else if (c == QUOTE) {
                quoted |= at == starts[cells - 1];
            } else if (c == '\0') {
                throw unusable(
                        line, "there is a NUL byte here: this is not CSV text, or it is damaged");
            } else {
                endsInReturn = c == '\r';
                length = at;
                next = at + 1;
                return true;
            }
            at = nextSpecial(at + 1);
        }
        length = at;
        next = at;
        return true;
    }

    private int nextSpecial(int at) throws IOException {
        int found = at;
        do {
            char[] chars = text.chars;
            int to = text.to;
            for (int i = text.from + found; i < to; i++) {
                char c = chars[i];
                if (c < 128 && special[c]) {
                    return i - text.from;
                }
            }
            found = to - text.from;
        } while (more());
        return found;
    }

    private void addCell(int start) {
        if (cells == MOST_CELLS) {
            throw unusable(line, "the row has more than %d cells".formatted(MOST_CELLS));
        }
        if (cells == starts.length) {
            starts = Arrays.copyOf(starts, cells * 2);
        }
        starts[cells++] = start;
    }

    private boolean has(int at) throws IOException {
        return text.from + at < text.to || more();
    }

    private boolean more() throws IOException {
        if (text.to - text.from > CharWindow.LONGEST) {
            throw unusable(
                    line, "the row has more than %d characters".formatted(CharWindow.LONGEST));
        }
        try {
            return text.more();
        } catch (CharWindow.Undecodable e) {
            throw unusable(line + lineEnds(), e.getMessage());
        }
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
}
