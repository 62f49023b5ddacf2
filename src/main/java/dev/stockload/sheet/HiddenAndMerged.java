package dev.stockload.sheet;

import dev.stockload.stock.Problem;

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
            warnings.add(ReadingWarnings.hiddenRows(hiddenRows, firstHiddenRow));
        }
        List<Column> columns =
                header.columns().stream()
                        .filter(column -> column.isRead() && hiddenColumns.get(column.place()))
                        .toList();
        if (!columns.isEmpty()) {
            warnings.add(ReadingWarnings.hiddenColumns(columns));
        }
        return warnings;
    }
}
