package dev.stockload.sheet;

import dev.stockload.stock.Place;
import dev.stockload.stock.Problem;
import dev.stockload.stock.SheetRows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * The rows of a sheet that were not imported, each with its problems: a file of the sheet's own
 * kind that can be corrected and imported as it is.
 */
public final class RejectsFile {
    private static final String CSV = "rejected.csv";
    private static final String WORKBOOK = "rejected.xlsx";
    private static final int PROBLEM_WIDTH = 90;
    private static final List<String> ADDED = List.of("Row", "Problem");
    private static final Pattern SIGNED_NUMBER = Pattern.compile("[-+]\\d++(?:[.,]\\d++)?+");

    /**
     * Where the columns of a sheet go in the rejects file.
     *
     * @param width how many stand before the two that are added
     * @param names how many the header of the sheet has, with the notes of an earlier rejects file
     */
    record Places(int width, int names) {
        static Places of(List<String> names) {
            int count = names.size();
            boolean noted = count > 2 && names.subList(count - 2, count).equals(ADDED);
            return new Places(noted ? count - 2 : count, count);
        }

        /** The place of a column, -1 for old notes; what stands behind the header stays there. */
        int of(int column) {
            if (column < width) {
                return column;
            }
            return column < names ? -1 : column - names + width + ADDED.size();
        }

        int row() {
            return width;
        }

        int problems() {
            return width + 1;
        }
    }

    private RejectsFile() {}

    /** Marks the columns that an earlier rejects file added, which are ours and not the sheet's. */
    static void markNotes(List<Column> columns) {
        Places places = Places.of(columns.stream().map(Column::name).toList());
        for (int place = places.width(); place < places.names(); place++) {
            columns.set(place, Column.other(place, columns.get(place).name(), Column.Role.NOTE));
        }
    }

    /** Whether a sheet is itself the rejects file of a folder, with corrections not to be lost. */
    public static boolean wouldReplace(Path file, Path folder) throws IOException {
        for (String name : List.of(CSV, WORKBOOK)) {
            Path target = folder.resolve(name);
            if (Files.exists(target) && Files.isSameFile(target, file)) {
                return true;
            }
        }
        return false;
    }

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
            String name = csv ? CSV : WORKBOOK;
            Path beside = folder.resolve(name + ".part");
            try (TableFile.Target target = open(beside, sheet)) {
                copy(sheet, problems.iterator(), target);
            }
            return Files.move(
                    beside,
                    folder.resolve(name),
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static TableFile.Target open(Path file, StockSheet sheet) throws IOException {
        Places places = Places.of(sheet.header().names());
        List<String> header = new ArrayList<>(sheet.header().names().subList(0, places.width()));
        header.addAll(ADDED);
        if (sheet.facts().delimiter() != null) {
            return new TableFile.TableCsv(file, sheet.facts().delimiter(), header);
        }
        TableFile.TableWorkbook workbook = new TableFile.TableWorkbook(file, "Rejected", header);
        workbook.width(places.problems(), PROBLEM_WIDTH);
        return workbook;
    }

    private static void copy(StockSheet sheet, Iterator<Problem> problems, TableFile.Target target)
            throws IOException {
        Places places = Places.of(sheet.header().names());
        Problem problem = next(problems);
        for (RowBlock block = sheet.next();
                block != null && problem != null;
                block = sheet.next()) {
            SheetRows rows = sheet.rows();
            for (int row = 0; row < block.size() && problem != null; row++) {
                Place place = rows.place(block.number(row));
                StringJoiner messages = new StringJoiner("; ");
                while (problem != null && problem.place().equals(place)) {
                    messages.add(
                            problem.column().isEmpty()
                                    ? problem.message()
                                    : problem.column() + ": " + problem.message());
                    problem = next(problems);
                }
                if (messages.length() > 0) {
                    target.row(cells(block, row, places, place, messages.toString()));
                }
            }
        }
        if (problem != null) {
            throw new IllegalStateException(
                    "The sheet has no %s, but a problem there".formatted(problem.place()));
        }
    }

    private static List<Object> cells(
            RowBlock block, int row, Places places, Place place, String problems) {
        List<Object> cells = new ArrayList<>(Collections.nCopies(places.problems() + 1, null));
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            int column = places.of(block.column(cell));
            while (cells.size() <= column) {
                cells.add(null);
            }
            if (column >= 0) {
                cells.set(column, block.stored(cell));
            }
        }
        cells.set(places.row(), place.sheet() == null ? place.row() : place.toString());
        cells.set(places.problems(), problems);
        return cells;
    }

    /** The next problem of a row; what is said of the file, such as of a refused zero, is none. */
    private static Problem next(Iterator<Problem> problems) {
        while (problems.hasNext()) {
            Problem problem = problems.next();
            if (!problem.isOfFile()) {
                return problem;
            }
        }
        return null;
    }

    /**
     * Whether a spreadsheet program would run a text as a formula; a plain number with a sign is
     * none.
     */
    static boolean isFormula(String text) {
        return beginsAsFormula(text, 0) && !SIGNED_NUMBER.matcher(text).matches();
    }

    /**
     * Whether a text begins there as a formula does, after spaces and line breaks, or full-width.
     */
    static boolean beginsAsFormula(String text, int from) {
        int at = from;
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        return at < text.length() && "=+-@＝＋－＠".indexOf(text.charAt(at)) >= 0
                || from < text.length() && "\t\r".indexOf(text.charAt(from)) >= 0;
    }

    private static boolean isSpace(char c) {
        return c <= ' ' || Character.isSpaceChar(c) || Character.getType(c) == Character.FORMAT;
    }
}
