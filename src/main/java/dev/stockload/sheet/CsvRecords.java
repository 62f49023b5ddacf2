package dev.stockload.sheet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The records of a CSV file, one at a time, as places in its text. A quote opens a cell only where
 * nothing but spaces stands before it; any other quote outside of quotes is text.
 */
final class CsvRecords implements Closeable {
    /** What a spreadsheet program takes at most in a cell, and in a row. */
    private static final int LONGEST_CELL = 32_767;

    private static final int MOST_CELLS = 16_384;
    private static final char QUOTE = '"';

    private final char delimiter;
    private final boolean[] special = new boolean[128];
    private final CsvText text;

    private int number;
    private int line = 1;
    private int length;
    private int cells;
    private boolean anyQuoted;
    private boolean endsInReturn;
    private int[] starts = new int[64];
    private int[] ends = new int[64];
    private boolean[] quoted = new boolean[64];

    CsvRecords(Path file, CsvEncoding encoding, char delimiter) throws IOException {
        this.delimiter = delimiter;
        for (char c : new char[] {delimiter, QUOTE, '\n', '\r', '\0'}) {
            special[c] = true;
        }
        this.text = new CsvText(file, encoding);
    }

    /** The number of the record, as a spreadsheet program shows it: blank ones count. */
    int number() {
        return number;
    }

    /** How many characters the record has. */
    int length() {
        return length;
    }

    int cells() {
        return cells;
    }

    /** Where the cells stand until the next record is asked for. */
    char[] chars() {
        return text.chars;
    }

    int start(int cell) {
        return text.from + starts[cell];
    }

    int end(int cell) {
        return text.from + ends[cell];
    }

    /** Whether the cell stands in quotes; its start and end are inside of them. */
    boolean isQuoted(int cell) {
        return quoted[cell];
    }

    /** Goes to the next record; false when there is none. */
    boolean next() throws IOException {
        passOver();
        if (!has(0)) {
            return false;
        }
        number++;
        int start = 0;
        int opened = -1;
        int closed = -1;
        int at = 0;
        while (true) {
            at = nextSpecial(at);
            char c = has(at) ? at(at) : '\n';
            if (c == QUOTE && opened < 0 && isBlank(start, at)) {
                opened = at + 1;
                closed = closing(opened);
                at = afterClosing(opened, closed);
            } else if (c == QUOTE) {
                at++;
            } else if (c == '\0') {
                throw unusable(
                        at, "a NUL byte stands here, so this is no CSV text or it is damaged");
            } else {
                if (opened < 0) {
                    addCell(start, at, false);
                } else {
                    addCell(opened, closed, true);
                }
                if (c != delimiter) {
                    length = has(at) ? at + 1 : at;
                    endsInReturn = c == '\r';
                    return true;
                }
                at++;
                start = at;
                opened = -1;
            }
        }
    }

    private void passOver() throws IOException {
        if (length > 0) {
            line += anyQuoted ? lineEnds(length) : 1;
            text.from += length;
        }
        if (endsInReturn && has(0) && at(0) == '\n') {
            text.from++;
        }
        length = 0;
        cells = 0;
        anyQuoted = false;
        endsInReturn = false;
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

    /** The place of the quote that closes a cell; two quotes in a row are text. */
    private int closing(int opened) throws IOException {
        for (int at = opened; at - opened <= LONGEST_CELL; at++) {
            if (!has(at)) {
                throw unusable(opened, "a quote is opened here and never closed");
            }
            char c = at(at);
            if (c == '\0') {
                throw unusable(
                        at, "a NUL byte stands here, so this is no CSV text or it is damaged");
            }
            if (c == QUOTE) {
                if (!has(at + 1) || at(at + 1) != QUOTE) {
                    return at;
                }
                at++;
            }
        }
        throw unusable(
                opened,
                "a quote is opened here and not closed within %d characters, the most a cell can hold"
                        .formatted(LONGEST_CELL));
    }

    /**
     * The end of a quoted cell. Text after the quotes is refused: where a quote was forgotten, all
     * up to the next one would vanish in a single cell.
     */
    private int afterClosing(int opened, int closed) throws IOException {
        int at = closed + 1;
        while (has(at) && at(at) == ' ') {
            at++;
        }
        if (has(at) && at(at) != delimiter && at(at) != '\n' && at(at) != '\r') {
            throw unusable(
                    opened,
                    "a quote is opened here, and the next one, in line %d, is followed by '%s' and not by the end of the cell; close the quote, or write a quote inside of quotes twice"
                            .formatted(line + lineEnds(closed), at(at)));
        }
        anyQuoted = true;
        return at;
    }

    private void addCell(int start, int end, boolean inQuotes) {
        if (end - start > LONGEST_CELL) {
            throw unusable(start, "a cell has more than %d characters".formatted(LONGEST_CELL));
        }
        if (cells == MOST_CELLS) {
            throw unusable(start, "the row has more than %d cells".formatted(MOST_CELLS));
        }
        if (cells == starts.length) {
            starts = Arrays.copyOf(starts, cells * 2);
            ends = Arrays.copyOf(ends, cells * 2);
            quoted = Arrays.copyOf(quoted, cells * 2);
        }
        starts[cells] = start;
        ends[cells] = end;
        quoted[cells] = inQuotes;
        cells++;
    }

    private char at(int at) {
        return text.chars[text.from + at];
    }

    private boolean has(int at) throws IOException {
        return text.from + at < text.to || more();
    }

    private boolean more() throws IOException {
        int known = text.to - text.from;
        if (known > CsvText.LONGEST) {
            throw unusable(0, "the row has more than %d characters".formatted(CsvText.LONGEST));
        }
        try {
            return text.more();
        } catch (CsvText.Undecodable e) {
            throw unusable(text.to - text.from, e.getMessage());
        }
    }

    private boolean isBlank(int start, int end) {
        for (int i = start; i < end; i++) {
            if (at(i) != ' ') {
                return false;
            }
        }
        return true;
    }

    private int lineEnds(int to) {
        int count = 0;
        for (int i = 0; i < to; i++) {
            if (at(i) == '\r' || at(i) == '\n' && (i == 0 || at(i - 1) != '\r')) {
                count++;
            }
        }
        return count;
    }

    private UnusableSheetException unusable(int at, String why) {
        return new UnusableSheetException(
                "cannot be read, line %d: %s".formatted(line + lineEnds(at), why));
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
