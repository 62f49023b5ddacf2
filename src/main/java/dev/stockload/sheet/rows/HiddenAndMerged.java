package dev.stockload.sheet.rows;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;

/** The hidden rows and columns of a sheet, which are read all the same, and its merged cells. */
public final class HiddenAndMerged {
    private final BitSet hiddenColumns = new BitSet();
    private final List<MergedCells> merged = new ArrayList<>();
    private int hiddenRows;
    private int firstHiddenRow;

    public void hideRow(int row) {
        firstHiddenRow = hiddenRows++ == 0 ? row : firstHiddenRow;
    }

    public void hideColumns(int from, int to) {
        if (from >= 0 && from <= to) {
            hiddenColumns.set(from, Math.min(to, RowSource.LAST_COLUMN) + 1);
        }
    }

    /** Adds merged cells by their corners, in any order, unless it is a single cell. */
    public void merge(int row, int column, int lastRow, int lastColumn) {
        if (lastRow != row || lastColumn != column) {
            merged.add(
                    new MergedCells(
                            Math.min(row, lastRow),
                            Math.max(row, lastRow),
                            Math.max(0, Math.min(column, lastColumn)),
                            Math.max(column, lastColumn)));
        }
    }

    public List<MergedCells> merged() {
        return merged;
    }

    /**
     * Warnings on hidden rows and columns.
     *
     * @param names the names of the columns that are read, by column
     */
    public List<Problem> warnings(SortedMap<Integer, String> names) {
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
                names.entrySet().stream()
                        .filter(column -> hiddenColumns.get(column.getKey()))
                        .map(each -> RowBlock.letters(each.getKey()) + " '" + each.getValue() + "'")
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
