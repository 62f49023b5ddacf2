package dev.stockload.sheet.rows;

import dev.stockload.stock.Count;
import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;

/**
 * What a sheet shows otherwise than it stores it: rows and columns that nobody sees and that are
 * read all the same, and cells that are shown as one.
 */
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

    /** Notes a cell that reaches to another place, unless that is its own. */
    public void merge(int row, int column, int lastRow, int lastColumn) {
        if (lastRow != row || lastColumn != column) {
            merged.add(MergedCells.between(row, column, lastRow, lastColumn));
        }
    }

    public List<MergedCells> merged() {
        return merged;
    }

    /**
     * What is said of what nobody sees.
     *
     * @param names those of the columns that are read, by their places
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
