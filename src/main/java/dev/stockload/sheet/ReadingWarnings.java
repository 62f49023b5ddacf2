package dev.stockload.sheet;

import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;

import java.util.List;
import java.util.stream.Collectors;

/** What reading has to tell: nothing of a file is guessed or left out in silence. */
final class ReadingWarnings {
    private static final int MOST_TOLD = 5;

    private ReadingWarnings() {}

    /** The name of a file promises another kind than it is. */
    static Problem otherKind(String ending, String kind) {
        return Problem.ofFile(
                ProblemCode.FILE_KIND,
                "The name of the file ends in .%s, but it is %s: it is read as such"
                        .formatted(ending, kind));
    }

    /**
     * The encoding of a text file is a guess, and others read other words.
     *
     * @param chosen the one it is read in, and how that reads the first word that differs
     */
    static Problem encodingGuess(String chosen, List<String> others) {
        return Problem.ofFile(
                ProblemCode.FILE_ENCODING,
                "The encoding of the file is a guess: it is read as %s, but may be %s: name the right one as its encoding"
                        .formatted(chosen, String.join(" or ", others)));
    }

    /** Columns that the sheet does not show were read like the others. */
    static Problem hiddenColumns(List<Column> columns) {
        String names =
                columns.stream()
                        .limit(MOST_TOLD)
                        .map(each -> Header.letters(each.place()) + " '" + each.name() + "'")
                        .collect(Collectors.joining(", "));
        return Problem.ofFile(
                ProblemCode.COLUMN_HIDDEN,
                columns.size() == 1
                        ? "Column %s is hidden, but was read: delete it if it should not be imported"
                                .formatted(names)
                        : "%d columns are hidden, but were read (%s%s): delete them if they should not be imported"
                                .formatted(
                                        columns.size(),
                                        names,
                                        columns.size() > MOST_TOLD ? ", …" : ""));
    }

    /** Rows that look like those below the header stand above it. */
    static Problem rowsAbove(List<Integer> rows, int header) {
        String numbers =
                rows.stream()
                        .limit(MOST_TOLD)
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
        return Problem.ofFile(
                ProblemCode.ROW_ABOVE,
                rows.size() == 1
                        ? "Row %s looks like stock, but was not read: it stands above the header in row %d; move it below"
                                .formatted(numbers, header)
                        : "%d rows look like stock, but were not read: rows %s%s stand above the header in row %d; move them below"
                                .formatted(
                                        rows.size(),
                                        numbers,
                                        rows.size() > MOST_TOLD ? ", …" : "",
                                        header));
    }

    /** Rows that the sheet does not show were read like the others. */
    static Problem hiddenRows(int count, int first) {
        return Problem.ofFile(
                ProblemCode.ROW_HIDDEN,
                count == 1
                        ? "Row %d is hidden, but was read: delete it if it should not be imported"
                                .formatted(first)
                        : "%,d rows are hidden, the first is row %d, but were read: delete them if they should not be imported"
                                .formatted(count, first));
    }
}
