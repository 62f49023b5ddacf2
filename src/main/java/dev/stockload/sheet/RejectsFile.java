package dev.stockload.sheet;

import dev.stockload.problem.Place;
import dev.stockload.problem.Problem;
import dev.stockload.problem.SheetRows;
import dev.stockload.sheet.header.RejectsColumns;
import dev.stockload.sheet.rows.PlainText;
import dev.stockload.sheet.rows.RowBlock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Writes the rows that were not imported with their problems, to be corrected and imported. */
public final class RejectsFile {
    private static final String CSV = "rejected.csv";
    private static final String WORKBOOK = "rejected.xlsx";
    private static final int PROBLEM_WIDTH = 90;
    private static final Pattern SIGNED_NUMBER = Pattern.compile("[-+]\\d++(?:[.,]\\d++)?+");

    private RejectsFile() {}

    /** Whether the sheet is the folder's own rejects file, whose corrections would be lost. */
    public static boolean wouldReplace(Path file, Path folder) throws IOException {
        for (String name : List.of(CSV, WORKBOOK)) {
            Path target = folder.resolve(name);
            if (Files.exists(target) && Files.isSameFile(target, file)) {
                return true;
            }
        }
        return false;
    }

    /** Reads the sheet again; {@code problems} are in row order. */
    public static Path write(
            Path file, SheetOptions options, Iterable<Problem> problems, Path folder)
            throws IOException {
        try (StockSheet sheet = StockSheet.open(file, options)) {
            boolean csv = sheet.facts().delimiter() != null;
            return WholeFile.write(
                    folder.resolve(csv ? CSV : WORKBOOK),
                    temporary -> {
                        try (TableFile.Target target = open(temporary, sheet)) {
                            copy(sheet, problems.iterator(), target);
                        }
                    });
        }
    }

    private static TableFile.Target open(Path file, StockSheet sheet) throws IOException {
        RejectsColumns places = RejectsColumns.of(sheet.header().names());
        List<String> header = new ArrayList<>(sheet.header().names().subList(0, places.width()));
        header.addAll(RejectsColumns.ADDED);
        if (sheet.facts().delimiter() != null) {
            return new TableFile.TableCsv(file, sheet.facts().delimiter(), header);
        }
        TableFile.TableWorkbook workbook = new TableFile.TableWorkbook(file, "Rejected", header);
        workbook.width(places.problems(), PROBLEM_WIDTH);
        return workbook;
    }

    private static void copy(StockSheet sheet, Iterator<Problem> problems, TableFile.Target target)
            throws IOException {
        RejectsColumns places = RejectsColumns.of(sheet.header().names());
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
            RowBlock block, int row, RejectsColumns places, Place place, String problems) {
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

    /** The next problem that has a row; skips those of the whole file. */
    private static Problem next(Iterator<Problem> problems) {
        while (problems.hasNext()) {
            Problem problem = problems.next();
            if (!problem.isOfFile()) {
                return problem;
            }
        }
        return null;
    }

    /** A number with a sign is not a formula. */
    static boolean isFormula(String text) {
        return PlainText.beginsAsFormula(text, 0) && !SIGNED_NUMBER.matcher(text).matches();
    }
}
