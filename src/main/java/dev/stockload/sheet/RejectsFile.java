package dev.stockload.sheet;

import dev.stockload.stock.Problem;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.StringJoiner;

/**
 * The rows of a sheet that were not imported, each with its problems: a file of the sheet's own
 * kind that can be corrected and imported as it is.
 */
public final class RejectsFile {
    private static final List<String> ADDED = List.of("Row", "Problem");

    /** Where the rows go: a workbook or a CSV file. */
    interface Target extends Closeable {
        void header(List<String> names) throws IOException;

        /**
         * Copies the cells of a row, then the number and problems in the columns from {@code width}
         * on.
         */
        void row(RowBlock block, int row, int width, String problems) throws IOException;
    }

    private RejectsFile() {}

    /**
     * Reads the sheet once more and writes the rows that have problems.
     *
     * @param problems the problems in the order of their rows
     * @return the file, {@code rejected.xlsx} or {@code rejected.csv}
     */
    public static Path write(
            Path file, SheetOptions options, Iterable<Problem> problems, Path folder)
            throws IOException {
        Files.createDirectories(folder);
        try (StockSheet sheet = StockSheet.open(file, options)) {
            boolean csv = sheet.facts().delimiter() != null;
            String name = csv ? "rejected.csv" : "rejected.xlsx";
            Path beside = folder.resolve(name + ".part");
            try (Target target =
                    csv
                            ? new RejectsCsv(beside, sheet.facts().delimiter())
                            : new RejectsWorkbook(beside)) {
                copy(sheet, problems.iterator(), target);
            }
            return Files.move(
                    beside,
                    folder.resolve(name),
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static void copy(StockSheet sheet, Iterator<Problem> problems, Target target)
            throws IOException {
        List<String> names = new ArrayList<>(sheet.header().names());
        int width = names.size();
        if (width > 2 && names.subList(width - 2, width).equals(ADDED)) {
            width -= 2; // a corrected rejects file: its old notes are replaced
        }
        List<String> header = new ArrayList<>(names.subList(0, width));
        header.addAll(ADDED);
        target.header(header);
        Problem problem = next(problems);
        for (RowBlock block = sheet.next();
                block != null && problem != null;
                block = sheet.next()) {
            for (int row = 0; row < block.size() && problem != null; row++) {
                StringJoiner messages = new StringJoiner("; ");
                while (problem != null && problem.row() == block.number(row)) {
                    messages.add(
                            problem.column().isEmpty()
                                    ? problem.message()
                                    : problem.column() + ": " + problem.message());
                    problem = next(problems);
                }
                if (messages.length() > 0) {
                    target.row(block, row, width, messages.toString());
                }
            }
        }
        if (problem != null) {
            throw new IllegalStateException(
                    "The sheet has no row %d, but a problem there".formatted(problem.row()));
        }
    }

    private static Problem next(Iterator<Problem> problems) {
        return problems.hasNext() ? problems.next() : null;
    }

    /**
     * The place of a column beside the two that are added: what stands behind the header stays
     * behind them.
     */
    static int place(int column, int width) {
        return column < width ? column : column + ADDED.size();
    }

    /**
     * Whether a spreadsheet program would run a text as a formula; a plain number with a sign is
     * none.
     */
    static boolean isFormula(String text) {
        return !text.isEmpty()
                && "=+-@\t\r".indexOf(text.charAt(0)) >= 0
                && !text.matches("[-+]?\\d+([.,]\\d+)*");
    }
}
