package dev.stockload.sheet;

import dev.stockload.stock.Count;
import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * What a sheet shows otherwise than it stores it: rows and columns that nobody sees and that are
 * read all the same, and cells that are shown as one.
 */
final class HiddenAndMerged {
    private final BitSet hiddenColumns = new BitSet();
    private final List<MergedCells> merged = new ArrayList<>();
    private int hiddenRows;
    private int firstHiddenRow;

    void hideRow(int row) {
        firstHiddenRow = hiddenRows++ == 0 ? row : firstHiddenRow;
    }

    void hideColumns(int from, int to) {
        if (from >= 0 && from <= to) {
            hiddenColumns.set(from, Math.min(to, RowSource.LAST_COLUMN) + 1);
        }
    }

    /** Notes a cell that reaches over so many rows and columns, itself included. */
    void merge(int row, int column, int rows, int columns) {
        int lastRow = row + rows - 1;
        int lastColumn = column + columns - 1;
        if (lastRow != row || lastColumn != column) {
            merged.add(MergedCells.between(row, column, lastRow, lastColumn));
        }
    }

    List<MergedCells> merged() {
        return merged;
    }

    List<Problem> warnings(Header header) {
        List<Problem> warnings = new ArrayList<>();
        if (hiddenRows > 0) {
            warnings.add(
                    Problem.ofFile(
                            ProblemCode.ROW_HIDDEN,
                            hiddenRows == 1
                                    ? "Row %d is hidden, but was read: delete it if it should not be imported"
                                            .formatted(firstHiddenRow)
                                    : "%s rows are hidden, the first is row %d, but were read: delete them if they should not be imported"
                                            .formatted(Count.of(hiddenRows), firstHiddenRow)));
        }
        List<String> columns =
                header.columns().stream()
                        .filter(column -> column.isRead() && hiddenColumns.get(column.place()))
                        .map(each -> Header.letters(each.place()) + " '" + each.name() + "'")
                        .toList();
        if (!columns.isEmpty()) {
            warnings.add(
                    Problem.ofFile(
                            ProblemCode.COLUMN_HIDDEN,
                            columns.size() == 1
                                    ? "Column %s is hidden, but was read: delete it if it should not be imported"
                                            .formatted(columns.get(0))
                                    : "%d columns are hidden, but were read (%s): delete them if they should not be imported"
                                            .formatted(columns.size(), SheetFacts.some(columns))));
        }
        return warnings;
    }
}
