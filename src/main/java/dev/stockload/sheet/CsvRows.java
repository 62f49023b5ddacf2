package dev.stockload.sheet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The rows of a CSV file; all cells are texts, or errors of a spreadsheet program.
 *
 * <p>Most lines have no quotes but those around whole cells, or written twice in them, and are cut
 * here, as any CSV parser would do more slowly; what other quotes mean is left to OpenCSV.
 */
final class CsvRows implements RowSource {
    /** Ends a block early where rows are long, so that a block has a bounded size. */
    private static final int LONGEST_BLOCK = 1 << 20;

    /** The line by which a spreadsheet program is told the delimiter. */
    static final Pattern DELIMITER_LINE = Pattern.compile("(?i)\"?sep=(.)\"?");

    /** What an error, a text written as a formula, or a text kept from being one begins with. */
    private static final String MARKS = "#='";

    private final CsvLines lines;
    private final QuotedRecord quoted;
    private final TextPool texts = new TextPool();
    private int number;

    CsvRows(Path file, CsvEncoding encoding, char delimiter) throws IOException {
        if (!canSplit(delimiter)) {
            throw new UnusableSheetException(
                    "cannot be split at '%s'; a delimiter is a plain character such as a comma, a semicolon, a tab or |"
                            .formatted(delimiter));
        }
        lines = new CsvLines(file, encoding, delimiter);
        quoted = new QuotedRecord(lines, delimiter);
    }

    /** Whether cells can be told apart by it. */
    static boolean canSplit(char delimiter) {
        return delimiter < 128 && "\"\r\n\0'".indexOf(delimiter) < 0;
    }

    @Override
    public boolean fill(RowBlock block) throws IOException {
        int length = 0;
        while (!block.isFull() && length < LONGEST_BLOCK) {
            if (!lines.next()) {
                return false;
            }
            number++;
            length += lines.length();
            if (number == 1 && DELIMITER_LINE.matcher(lines.text().strip()).matches()) {
                continue;
            }
            if (lines.needsParser()) {
                length += addParsed(block);
            } else {
                addCut(block);
            }
            block.endRow(number);
        }
        return true;
    }

    private void addCut(RowBlock block) {
        char[] chars = lines.chars();
        for (int column = 0; column < lines.cells(); column++) {
            int start = lines.start(column);
            int end = lines.end(column);
            String doubled = lines.doubledText(column);
            if (doubled != null) {
                checkLength(doubled.length());
                add(block, column, doubled);
            } else if (start < end) {
                checkLength(end - start);
                add(block, column, chars, start, end);
            }
        }
        quoted.sawCut(lines.cells());
    }

    /** Most cells are seen as they are stored, and half of them are numbers of plain digits. */
    private void add(RowBlock block, int column, char[] chars, int start, int end) {
        char first = chars[start];
        long digits = NumberText.plainDigits(chars, start, end);
        if (digits >= 0) {
            block.addDigits(column, digits);
        } else if (MARKS.indexOf(first) >= 0 || Character.isWhitespace(first)) {
            add(block, column, new String(chars, start, end - start));
        } else if (isPlain(chars, start, end)) {
            block.addPlain(column, texts.of(column, chars, start, end));
        } else {
            block.addText(column, texts.of(column, chars, start, end));
        }
    }

    private static boolean isPlain(char[] chars, int start, int end) {
        for (int i = start; i < end; i++) {
            if (chars[i] > '~' || chars[i] < ' ') {
                return false;
            }
        }
        return chars[start] != ' ' && chars[end - 1] != ' ';
    }

    /**
     * Adds the cells of a record that OpenCSV reads; how many characters its further lines have.
     */
    private int addParsed(RowBlock block) throws IOException {
        List<String> cells = quoted.read();
        int length = 0;
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            checkLength(cell.length());
            length += cell.length();
            add(block, column, cell);
        }
        return length;
    }

    private void checkLength(int length) {
        if (length > QuotedRecord.LONGEST_CELL) {
            throw CsvLines.unusable(
                    lines.number(),
                    "a cell has more than %d characters".formatted(QuotedRecord.LONGEST_CELL));
        }
    }

    private static void add(RowBlock block, int column, String cell) {
        String text = cell.strip();
        if (CellKind.isError(text)) {
            block.addError(column, text);
        } else if (PlainText.isQuotedFormula(text)) {
            block.addText(column, PlainText.of(text));
        } else {
            block.addText(column, unmarked(cell));
        }
    }

    /** Takes off the apostrophe that keeps a spreadsheet program from running a text. */
    private static String unmarked(String text) {
        return text.length() > 1 && text.charAt(0) == '\'' && RejectsFile.beginsAsFormula(text, 1)
                ? text.substring(1)
                : text;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
