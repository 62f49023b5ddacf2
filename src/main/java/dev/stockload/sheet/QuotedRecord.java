package dev.stockload.sheet;

import com.opencsv.ICSVParser;
import com.opencsv.RFC4180ParserBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A record with quotes other than pairs around cells, over as many lines as it has: OpenCSV decides
 * what they mean. A quote that was not closed makes it swallow rows; where that shows, the file is
 * refused.
 */
final class QuotedRecord {
    /** What a spreadsheet program takes at most in a cell. */
    static final int LONGEST_CELL = 32_767;

    private final CsvLines lines;
    private final char delimiter;
    private final Pattern spaceAfterQuote;
    private final ICSVParser parser;
    private int usualCells;

    QuotedRecord(CsvLines lines, char delimiter) {
        this.lines = lines;
        this.delimiter = delimiter;
        this.spaceAfterQuote =
                Pattern.compile("\" +(?=%s|$)".formatted(Pattern.quote("" + delimiter)));
        this.parser = new RFC4180ParserBuilder().withSeparator(delimiter).build();
    }

    /** Takes note of a record that was cut without a parser. */
    void sawCut(int cells) {
        if (cells > 1) {
            usualCells = cells;
        }
    }

    /** The cells of the record that begins in this line. */
    List<String> read() throws IOException {
        String line = lines.text();
        StringBuilder raw = new StringBuilder(line);
        int first = lines.number();
        boolean looksWhole = usualCells > 1 && lines.cells() >= usualCells;
        boolean holdsRows = false;
        List<String> cells = new ArrayList<>(List.of(parser.parseLineMulti(line)));
        if (isLoose(line, cells)) {
            cells = withoutSpaces(line);
        }
        while (parser.isPending()) {
            String open = parser.getPendingText();
            if (open.charAt(0) != '"') {
                // A quote at the end of a cell that none opened, such as 7": it is text.
                cells.add(open.substring(0, open.length() - 1));
                parser.parseLine("");
                break;
            }
            nextLine(open);
            holdsRows |= lines.cells() >= usualCells;
            raw.append('\n').append(lines.text());
            cells.addAll(List.of(parser.parseLineMulti(lines.text())));
        }
        if (looksWhole && holdsRows) {
            throw CsvLines.unusable(
                    first,
                    "a quote is opened here and closed in line %d, and what is between looks like rows; close the quote, or write a quote inside quotes twice"
                            .formatted(lines.number()));
        }
        String record = raw.toString();
        if (!cells.stream().allMatch(cell -> cell.indexOf('"') < 0 || isWritten(cell, record))) {
            throw CsvLines.unusable(
                    first,
                    "there is a single quote inside quotes; write it twice, or close the cell");
        }
        if (lines.number() == first) {
            sawCut(cells.size());
        }
        return cells;
    }

    /** Whether a cell with quotes stands in a record as such a cell is written. */
    private boolean isWritten(String cell, String record) {
        boolean isPlain = cell.indexOf(delimiter) < 0 && cell.indexOf('\n') < 0;
        return record.contains('"' + cell.replace("\"", "\"\"") + '"')
                || isPlain
                        && (delimiter + record + delimiter).contains(delimiter + cell + delimiter);
    }

    /** Whether all quotes are closed, but something follows one: a space, or text. */
    private boolean isLoose(String line, List<String> cells) {
        return count(line, '"') % 2 == 0
                && (parser.isPending()
                        || cells.stream().anyMatch(cell -> spaceAfterQuote.matcher(cell).find()));
    }

    /** The cells of a line in which spaces follow quotes, which OpenCSV does not expect. */
    private List<String> withoutSpaces(String line) throws IOException {
        parser.parseLine(""); // forgets what it waits for
        String tight = spaceAfterQuote.matcher(line).replaceAll("\"");
        List<String> cells = new ArrayList<>(List.of(parser.parseLineMulti(tight)));
        if (parser.isPending()) {
            throw CsvLines.unusable(
                    lines.number(),
                    "text follows a quote that closes a cell; write a quote inside quotes"
                            + " twice");
        }
        return cells;
    }

    private void nextLine(String open) throws IOException {
        int opened = lines.number() - count(open, '\n') + 1;
        if (open.length() > LONGEST_CELL) {
            throw CsvLines.unusable(
                    opened,
                    "a quote is opened here and not closed within %d characters, the most a cell can hold"
                            .formatted(LONGEST_CELL));
        }
        if (!lines.next()) {
            throw CsvLines.unusable(opened, "a quote is opened here and never closed");
        }
    }

    private static int count(String text, char wanted) {
        return (int) text.chars().filter(c -> c == wanted).count();
    }
}
