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
import java.util.regex.Pattern;

/** The rows of a CSV file; all cells are texts or spreadsheet errors. */
final class CsvRows extends RowSource {
    /** Ends a block early if rows are long, to limit its size. */
    private static final int LONGEST_BLOCK = 1 << 20;

    /** The line that sets the delimiter in spreadsheet programs. */
    static final Pattern DELIMITER_LINE = Pattern.compile("(?i)\"?sep=(.)\"?");

    private final CsvRecords records;
    private final TextPool texts = new TextPool();
    private int number;

    CsvRows(Path file, CsvEncoding encoding, char delimiter) throws IOException {
        if (!canSplit(delimiter)) {
            throw new UnusableSheetException(
                    "cannot be split at '%s'; a delimiter is a plain character such as a comma, a semicolon, a tab or |"
                            .formatted(delimiter));
        }
        records = new CsvRecords(file, encoding, delimiter);
    }

    static boolean canSplit(char delimiter) {
        return delimiter < 128 && "\"\r\n\0'".indexOf(delimiter) < 0;
    }

    @Override
    public boolean fill(RowBlock block) throws IOException {
        int length = 0;
        while (!block.isFull() && length < LONGEST_BLOCK) {
            if (!records.next()) {
                return false;
            }
            number++;
            length += records.length();
            if (number == 1 && DELIMITER_LINE.matcher(records.text().strip()).matches()) {
                continue;
            }
            addCells(block);
            block.endRow(number);
        }
        return true;
    }

    private void addCells(RowBlock block) {
        char[] chars = records.chars();
        for (int column = 0; column < records.cells(); column++) {
            int start = records.start(column);
            int end = records.end(column);
            String escaped = records.escapedText(column);
            if (escaped != null) {
                checkLength(escaped.length());
                add(block, column, escaped);
            } else if (start < end) {
                checkLength(end - start);
                add(block, column, chars, start, end);
            }
        }
    }

    /** Fast paths: most cells need no trimming, and half of them are digits. */
    private void add(RowBlock block, int column, char[] chars, int start, int end) {
        char first = chars[start];
        long digits = NumberText.plainDigits(chars, start, end);
        if (digits >= 0) {
            block.addDigits(column, digits);
        } else if (isMark(first) || Character.isWhitespace(first)) {
            add(block, column, new String(chars, start, end - start));
        } else if (isPlain(chars, start, end)) {
            block.addPlain(column, texts.of(column, chars, start, end));
        } else {
            block.addText(column, texts.of(column, chars, start, end));
        }
    }

    /** The first character of an error, of a text written as a formula, of an escaped formula. */
    private static boolean isMark(char first) {
        return first == '#' || first == '=' || first == '\'';
    }

    private static boolean isPlain(char[] chars, int start, int end) {
        for (int i = start; i < end; i++) {
            if (chars[i] > '~' || chars[i] < ' ') {
                return false;
            }
        }
        return chars[start] != ' ' && chars[end - 1] != ' ';
    }

    private void checkLength(int length) {
        if (length > LONGEST_TEXT) {
            throw CsvRecords.unusable(
                    records.line(), "a cell has more than %d characters".formatted(LONGEST_TEXT));
        }
    }

    private static void add(RowBlock block, int column, String cell) {
        String text = cell.strip();
        if (CellKind.isError(text)) {
            block.addError(column, text);
        } else if (PlainText.isQuotedFormula(text)) {
            block.addText(column, PlainText.of(text));
        } else {
            block.addText(column, unescaped(cell));
        }
    }

    /** Removes the apostrophe that keeps a spreadsheet program from running a formula. */
    private static String unescaped(String text) {
        return text.length() > 1 && text.charAt(0) == '\'' && PlainText.beginsAsFormula(text, 1)
                ? text.substring(1)
                : text;
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
