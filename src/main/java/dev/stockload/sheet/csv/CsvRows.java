package dev.stockload.sheet.csv;

import dev.stockload.sheet.encoding.CsvEncoding;
import dev.stockload.sheet.rows.CellKind;
import dev.stockload.sheet.rows.NumberText;
import dev.stockload.sheet.rows.PlainText;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.TextPool;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of a CSV file; all cells are texts or spreadsheet errors. A quoted cell is quoted as a
 * whole, with quotes inside it escaped; a quote that does not open a cell is text. An unclosed
 * quote swallows rows; if that is visible, the file is refused.
 */
final class CsvRows extends RowSource {
    /** Ends a block early if rows are long, to limit its size. */
    private static final int LONGEST_BLOCK = 1 << 20;

    /** The line that sets the delimiter in spreadsheet programs. */
    private static final Pattern DELIMITER_LINE = Pattern.compile("(?i)\"?sep=(.)\"?");

    private static final int MOST_CELLS = LAST_COLUMN + 1;
    private static final char QUOTE = '"';

    private final boolean[] special = new boolean[128];
    private final boolean[] specialInQuotes = new boolean[128];
    private final char delimiter;
    final CharWindow text;
    private final TextPool texts = new TextPool();

    /** The number of the record, and of the line in an editor where it starts. */
    private int number;

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

    CsvRows(Path file, CsvEncoding encoding, char delimiter) throws IOException {
        if (!canSplit(delimiter)) {
            throw new UnusableSheetException(
                    "cannot be split at '%s'; a delimiter is a plain character such as a comma, a semicolon, a tab or |"
                            .formatted(delimiter));
        }
        this.delimiter = delimiter;
        for (char c : new char[] {QUOTE, '\n', '\r', '\0'}) {
            special[c] = true;
            specialInQuotes[c] = true;
        }
        special[delimiter] = true;
        this.text = new CharWindow(file, encoding);
    }

    static boolean canSplit(char delimiter) {
        return delimiter < 128 && "\"\r\n\0'".indexOf(delimiter) < 0;
    }

    @Override
    public boolean fill(RowBlock block) throws IOException {
        int total = 0;
        while (!block.isFull() && total < LONGEST_BLOCK) {
            if (!next()) {
                return false;
            }
            total += length;
            if (number == 1 && DELIMITER_LINE.matcher(text()).matches()) {
                continue;
            }
            addCells(block);
            block.endRow(number);
        }
        return true;
    }

    private void addCells(RowBlock block) {
        char[] chars = text.chars;
        for (int column = 0; column < cells; column++) {
            int start = text.from + starts[column];
            int end = text.from + ends[column];
            if (escaped[column]) {
                String cell = unescaped(chars, start, end);
                checkLength(cell.length());
                add(block, column, cell);
            } else if (start < end) {
                checkLength(end - start);
                add(block, column, chars, start, end);
            }
        }
    }

    /** A cell without escaped quotes, each line end a single character. */
    private static String unescaped(char[] chars, int start, int end) {
        return new String(chars, start, end - start)
                .replace("\"\"", "\"")
                .replaceAll("\r\n?", "\n");
    }

    /** Fast paths: most cells need no trimming, and half of them are digits. */
    private void add(RowBlock block, int column, char[] chars, int start, int end) {
        char first = chars[start];
        long digits = NumberText.wholeNumber(chars, start, end);
        if (digits >= 0) {
            block.addDigits(column, digits);
        } else if (isMark(first) || Character.isWhitespace(first)) {
            add(block, column, new String(chars, start, end - start));
        } else {
            texts.add(block, column, chars, start, end);
        }
    }

    /** The first character of an error, of a text written as a formula, of an escaped formula. */
    private static boolean isMark(char first) {
        return first == '#' || first == '=' || first == '\'';
    }

    private void checkLength(int length) {
        if (length > LONGEST_TEXT) {
            throw unusable(line, "a cell has more than %d characters".formatted(LONGEST_TEXT));
        }
    }

    private static void add(RowBlock block, int column, String cell) {
        String text = cell.strip();
        if (CellKind.isError(text)) {
            block.addError(column, text);
        } else if (PlainText.isQuotedFormula(text)) {
            block.addDecoded(column, PlainText.of(text));
        } else {
            block.addDecoded(column, withoutApostrophe(cell));
        }
    }

    /** Removes the apostrophe that keeps a spreadsheet program from running a formula. */
    private static String withoutApostrophe(String text) {
        return text.length() > 1 && text.charAt(0) == '\'' && PlainText.beginsAsFormula(text, 1)
                ? text.substring(1)
                : text;
    }

    /** The delimiter in a first line such as {@code sep=;}. */
    Optional<Character> declaredDelimiter() throws IOException {
        Matcher first = DELIMITER_LINE.matcher(next() ? text() : "");
        return first.matches() ? Optional.of(first.group(1).charAt(0)) : Optional.empty();
    }

    private String text() {
        return new String(text.chars, text.from, length).strip();
    }

    /** Moves to the next record and finds its cells; false after the last. */
    private boolean next() throws IOException {
        text.from += next;
        if (endsInReturn && has(0) && text.chars[text.from] == '\n') {
            text.from++;
        }
        number++;
        line += breaks + 1;
        breaks = 0;
        cells = 0;
        endsInReturn = false;
        length = 0;
        next = 0;
        if (!has(0)) {
            return false;
        }
        int end = cutPlain(0);
        while (end < 0 || at(end) == delimiter) {
            end = cutCell(end + 1);
            end = at(end) == delimiter ? cutPlain(end + 1) : end;
        }
        length = end;
        endsInReturn = at(length) == '\r';
        next = has(length) ? length + 1 : length;
        usualCells = breaks == 0 && cells > 1 ? cells : usualCells;
        return true;
    }

    /**
     * Adds the cells of the record from here on, up to one with a quote or a space before it;
     * returns the end of the last one, which is before the start if there was none.
     */
    private int cutPlain(int start) {
        char[] chars = text.chars;
        int from = text.from;
        int to = text.to;
        int cell = from + start;
        for (int i = cell; i < to; i++) {
            char c = chars[i];
            if (c < 128 && special[c]) {
                if (!isEnd(c) || chars[cell] == ' ') {
                    break;
                }
                addCell(cell - from, i - from, false);
                cell = i + 1;
                if (c != delimiter) {
                    break;
                }
            }
        }
        return cell - from - 1;
    }

    /** Adds the cell that starts here; returns its end. */
    private int cutCell(int start) throws IOException {
        if (at(start) == QUOTE) {
            return cutQuoted(start);
        }
        if (at(start) == ' ' && delimiter != ' ') {
            int quote = quoteAfterSpaces(start);
            if (quote > start) {
                return cutQuoted(quote);
            }
        }
        int end = nextSpecial(start, special);
        while (!isEnd(at(end))) {
            expectText(end);
            end = nextSpecial(end + 1, special);
        }
        addCell(start, end, false);
        return end;
    }

    /** The place of the quote after spaces if it encloses a whole cell of this line, or 0. */
    private int quoteAfterSpaces(int start) throws IOException {
        int quote = start;
        while (at(quote) == ' ') {
            quote++;
        }
        if (at(quote) != QUOTE) {
            return 0;
        }
        int closing = nextSpecial(quote + 1, specialInQuotes);
        while (at(closing) == QUOTE && at(closing + 1) == QUOTE) {
            closing = nextSpecial(closing + 2, specialInQuotes);
        }
        int end = closing + 1;
        while (at(end) == ' ') {
            end++;
        }
        return at(closing) == QUOTE && isEnd(at(end)) ? quote : 0;
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
        if (end - start > LONGEST_TEXT) {
            throw unusable(
                    opened,
                    "a quote is opened here and not closed within %d characters, the most a cell can hold"
                            .formatted(LONGEST_TEXT));
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
        return Math.min(found, text.to - text.from);
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
        return text.more(line);
    }

    static UnusableSheetException unusable(int line, String why) {
        return new UnusableSheetException("cannot be read, line %d: %s".formatted(line, why));
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
