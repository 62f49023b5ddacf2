package dev.stockload.sheet;

import com.opencsv.ICSVParser;
import com.opencsv.RFC4180ParserBuilder;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The rows of a CSV file; all cells are texts.
 *
 * <p>Most cells have no quote in them and are cut out of the text as they stand, which any CSV
 * parser would do more slowly; those with quotes inside of quotes are left to OpenCSV.
 */
final class CsvRows implements RowSource {
    /** Ends a block early where rows are long, so that a block has a bounded size. */
    private static final int LONGEST_BLOCK = 1 << 20;

    private final CsvRecords records;
    private final ICSVParser parser;
    private final TextPool texts = new TextPool();

    CsvRows(Path file, CsvEncoding encoding, char delimiter) throws IOException {
        if (!canSplit(delimiter)) {
            throw new UnusableSheetException(
                    "cannot be split at '%s'; a delimiter is a plain character such as a comma, a semicolon, a tab or |"
                            .formatted(delimiter));
        }
        records = new CsvRecords(file, encoding, delimiter);
        parser = new RFC4180ParserBuilder().withSeparator(delimiter).build();
    }

    /** Whether cells can be told apart by it. */
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
            length += records.length();
            for (int column = 0; column < records.cells(); column++) {
                if (records.start(column) < records.end(column)) {
                    block.addText(column, text(column));
                }
            }
            block.endRow(records.number());
        }
        return true;
    }

    private String text(int column) throws IOException {
        char[] chars = records.chars();
        int start = records.start(column);
        int end = records.end(column);
        if (records.isQuoted(column) && hasQuote(chars, start, end)) {
            return unmarked(parser.parseLine(new String(chars, start - 1, end - start + 2))[0]);
        }
        boolean marked =
                chars[start] == '\''
                        && end - start > 1
                        && RejectsFile.isFormulaSign(chars[start + 1]);
        return texts.of(column, chars, marked ? start + 1 : start, end);
    }

    /** Takes off the apostrophe that keeps a spreadsheet program from running a text. */
    private static String unmarked(String text) {
        return text.length() > 1
                        && text.charAt(0) == '\''
                        && RejectsFile.isFormulaSign(text.charAt(1))
                ? text.substring(1)
                : text;
    }

    private static boolean hasQuote(char[] chars, int start, int end) {
        for (int i = start; i < end; i++) {
            if (chars[i] == '"') {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
