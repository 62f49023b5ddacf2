package dev.stockload.sheet;

import dev.stockload.problem.Problem;
import dev.stockload.problem.RowPlace;
import dev.stockload.problem.SheetRows;
import dev.stockload.sheet.header.Column;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.rows.FormatCode;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.commons.collections4.IteratorUtils;
import org.apache.commons.collections4.iterators.PeekingIterator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;

/** Writes the rows that were not imported with their problems, to be corrected and imported. */
public final class RejectsFile {
    private static final String CSV = "rejected.csv";
    private static final String WORKBOOK = "rejected.xlsx";
    private static final int PROBLEM_WIDTH = 90;

    /** After a bare number that would be accepted; good in no field, so that a person decides. */
    private static final char LOST = '\uFFFD';

    private final StockSheet sheet;
    private final List<String> names;

    /** The number of columns before the two that are added. */
    private final int width;

    private final List<String> notes;

    private RejectsFile(StockSheet sheet, boolean holdsNewColours) {
        this.sheet = sheet;
        this.notes = Header.notes(holdsNewColours || sheet.header().holdsNewColours());
        this.names = sheet.header().tellingNames();
        this.width =
                (int)
                        sheet.header().columns().stream()
                                .filter(column -> column.role() != Column.Role.NOTE)
                                .count();
    }

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

    /**
     * Reads the sheet again; {@code problems} are in row order.
     *
     * @param holdsNewColours whether an import of the rejects file holds new colours
     */
    public static Path write(
            Path file,
            SheetOptions options,
            boolean holdsNewColours,
            Iterable<Problem> problems,
            Path folder)
            throws IOException {
        try (StockSheet sheet = StockSheet.open(file, options)) {
            RejectsFile rejects = new RejectsFile(sheet, holdsNewColours);
            return WholeFile.write(
                    folder.resolve(sheet.facts().delimiter() != null ? CSV : WORKBOOK),
                    temporary -> {
                        try (TableFile.Target target = rejects.open(temporary)) {
                            rejects.copy(problems, target);
                        }
                    });
        } catch (UnusableSheetException e) {
            throw e.about(file);
        }
    }

    private TableFile.Target open(Path file) throws IOException {
        List<String> header = new ArrayList<>(names.subList(0, width));
        header.addAll(notes);
        Character delimiter = sheet.facts().delimiter();
        if (delimiter != null) {
            return new TableFile.TableCsv(file, delimiter, header);
        }
        TableFile.TableWorkbook workbook = new TableFile.TableWorkbook(file, "Rejected", header);
        workbook.width(width + 1, PROBLEM_WIDTH);
        return workbook;
    }

    private void copy(Iterable<Problem> problems, TableFile.Target target) throws IOException {
        PeekingIterator<Problem> ofRows =
                PeekingIterator.peekingIterator(
                        IteratorUtils.filteredIterator(
                                problems.iterator(), problem -> !problem.isOfFile()));
        for (RowBlock block = sheet.next();
                block != null && ofRows.hasNext();
                block = sheet.next()) {
            SheetRows rows = sheet.rows();
            for (int row = 0; row < block.size(); row++) {
                RowPlace place = rows.place(block.number(row));
                if (!ofRows.hasNext() || !ofRows.peek().place().equals(place)) {
                    continue;
                }
                StringJoiner messages = new StringJoiner("; ");
                while (ofRows.hasNext() && ofRows.peek().place().equals(place)) {
                    Problem problem = ofRows.next();
                    messages.add(
                            problem.column().isEmpty()
                                    ? problem.message()
                                    : problem.column() + ": " + problem.message());
                }
                target.row(cells(block, row, place, messages.toString()));
            }
        }
        if (ofRows.hasNext()) {
            throw new IllegalStateException(
                    "The sheet has no %s, but a problem there".formatted(ofRows.peek().place()));
        }
    }

    private List<Object> cells(RowBlock block, int row, RowPlace place, String problems) {
        List<Object> cells = new ArrayList<>(Collections.nCopies(width + 2, null));
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            int column = newPlace(block.column(cell));
            while (cells.size() <= column) {
                cells.add(null);
            }
            if (column >= 0) {
                cells.set(
                        column, isLost(block, cell) ? block.text(cell) + LOST : block.stored(cell));
            }
        }
        cells.set(width, place.sheet() == null ? place.row() : place.toString());
        cells.set(width + 1, problems);
        return cells;
    }

    /** Whether the cell says more than its number, as the format showed it, which is not kept. */
    private boolean isLost(RowBlock block, int cell) {
        Column column = sheet.header().at(block.column(cell));
        if (column.isSize() || column.isOf(HeaderField.STOCK)) {
            return block.pad(cell) == FormatCode.OTHER_MEANING;
        }
        return column.role() == Column.Role.FIELD && block.pad(cell) < 0;
    }

    /** The column in the rejects file; -1 for those of an earlier rejects file. */
    private int newPlace(int column) {
        if (column < width) {
            return column;
        }
        return column < names.size() ? -1 : column - names.size() + width + 2;
    }
}
