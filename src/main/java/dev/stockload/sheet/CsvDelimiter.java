package dev.stockload.sheet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;

/** Finds out what stands between the cells of a CSV file. */
final class CsvDelimiter {
    private static final char[] CANDIDATES = {',', ';', '\t', '|'};
    private static final int HEAD_RECORDS = 30;

    private CsvDelimiter() {}

    /**
     * The delimiter that gives the best header among the first records, or else the most even
     * columns, or else the comma.
     *
     * @param columnsNamed how many of the needed columns a record names
     */
    static char of(Path file, CsvEncoding encoding, ToIntFunction<List<String>> columnsNamed)
            throws IOException {
        Optional<Character> declared = declared(file, encoding);
        if (declared.isPresent()) {
            return declared.get();
        }
        char best = CANDIDATES[0];
        int bestNamed = 0;
        int bestEven = 0;
        for (char candidate : CANDIDATES) {
            List<List<String>> head = head(file, encoding, candidate);
            int named = head.stream().mapToInt(columnsNamed).max().orElse(0);
            int even = evenness(head);
            if (named > bestNamed || named == bestNamed && even > bestEven) {
                best = candidate;
                bestNamed = named;
                bestEven = even;
            }
        }
        return best;
    }

    /** What a first line such as {@code sep=;} says. */
    private static Optional<Character> declared(Path file, CsvEncoding encoding)
            throws IOException {
        try (CsvLines lines = new CsvLines(file, encoding, CANDIDATES[0])) {
            Matcher first =
                    CsvRows.DELIMITER_LINE.matcher(lines.next() ? lines.text().strip() : "");
            return first.matches() ? Optional.of(first.group(1).charAt(0)) : Optional.empty();
        } catch (UnusableSheetException e) {
            return Optional.empty(); // reading says what is wrong
        }
    }

    /** How a delimiter is called among people. */
    static String label(char delimiter) {
        return switch (delimiter) {
            case ',' -> "comma";
            case ';' -> "semicolon";
            case '\t' -> "tab";
            case '|' -> "vertical bar";
            default -> "'" + delimiter + "'";
        };
    }

    private static List<List<String>> head(Path file, CsvEncoding encoding, char delimiter)
            throws IOException {
        List<List<String>> head = new ArrayList<>();
        RowBlock block = new RowBlock();
        try (CsvRows rows = new CsvRows(file, encoding, delimiter)) {
            rows.fill(block);
        } catch (UnusableSheetException e) {
            // With a wrong delimiter quotes may seem wrong; with the right one reading says it.
        }
        for (int row = 0; row < block.size() && block.number(row) <= HEAD_RECORDS; row++) {
            int end = block.first(row + 1);
            String[] cells = new String[block.column(end - 1) + 1];
            Arrays.fill(cells, "");
            for (int cell = block.first(row); cell < end; cell++) {
                cells[block.column(cell)] = block.text(cell);
            }
            head.add(List.of(cells));
        }
        return head;
    }

    /** How many records have the most frequent number of cells, above one. */
    private static int evenness(List<List<String>> head) {
        List<Integer> counts =
                head.stream().map(List::size).filter(count -> count > 1).distinct().toList();
        List<Integer> all = head.stream().map(List::size).toList();
        return counts.stream().mapToInt(c -> Collections.frequency(all, c)).max().orElse(0);
    }
}
