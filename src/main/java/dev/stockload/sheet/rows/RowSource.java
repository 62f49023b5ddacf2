package dev.stockload.sheet.rows;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.stock.Count;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The rows of one sheet, read once from top to bottom, with what is hidden or merged in it. */
public abstract class RowSource implements Closeable {
    /** The last column that a sheet can have, from 0. */
    public static final int LAST_COLUMN = 16_383;

    /** The longest text that a cell of a spreadsheet program can hold. */
    public static final int LONGEST_TEXT = 32_767;

    private final BitSet hiddenColumns = new BitSet();
    private final List<MergedCells> merged = new ArrayList<>();
    private int hiddenRows;
    private int firstHiddenRow;

    /** Merged cells; rows are numbered as in a spreadsheet program, columns from 0. */
    public record MergedCells(int firstRow, int lastRow, int firstColumn, int lastColumn) {
        public MergedCells movedDown(int rows) {
            return new MergedCells(firstRow + rows, lastRow + rows, firstColumn, lastColumn);
        }

        public MergedCells cutBelow(int row) {
            return new MergedCells(firstRow, Math.min(lastRow, row), firstColumn, lastColumn);
        }
    }

    /**
     * Adds rows until the block is full or the sheet ends. Empty rows are left out.
     *
     * @return false if there are no more rows
     * @throws UnusableSheetException if the file is damaged, with a sentence for its owner
     */
    public abstract boolean fill(RowBlock block) throws IOException;

    /** Closes what was opened for this sheet only; the book stays open. */
    @Override
    public void close() throws IOException {}

    protected static void expectInSheet(int row, int column) {
        if (column > LAST_COLUMN) {
            throw new UnusableSheetException(
                    "is damaged: row %d has a cell beyond the last column that a sheet can have"
                            .formatted(row));
        }
    }

    /** Hidden rows are read all the same. */
    protected final void hideRow(int row) {
        firstHiddenRow = hiddenRows++ == 0 ? row : firstHiddenRow;
    }

    protected final void hideColumns(int from, int to) {
        if (from >= 0 && from <= to) {
            hiddenColumns.set(from, Math.min(to, LAST_COLUMN) + 1);
        }
    }

    /** Adds merged cells by their corners, in any order, unless it is a single cell. */
    protected final void merge(int row, int column, int lastRow, int lastColumn) {
        if (lastRow != row || lastColumn != column) {
            merged.add(
                    new MergedCells(
                            Math.min(row, lastRow),
                            Math.max(row, lastRow),
                            Math.max(0, Math.min(column, lastColumn)),
                            Math.max(column, lastColumn)));
        }
    }

    /** Complete after the last row. */
    public final List<MergedCells> merged() {
        return merged;
    }

    /** Known after the last row. */
    public final boolean isHidden(int column) {
        return hiddenColumns.get(column);
    }

    /** On hidden rows and these hidden columns; complete after the last row. */
    public final List<Problem> warnings(List<String> columns) {
        List<Problem> warnings = new ArrayList<>();
        if (hiddenRows > 0) {
            String words =
                    hiddenRows == 1
                            ? "Row %d is hidden, but was read: delete it if it should not be imported"
                                    .formatted(firstHiddenRow)
                            : "%s rows are hidden, the first is row %d, but were read: delete them if they should not be imported"
                                    .formatted(Count.of(hiddenRows), firstHiddenRow);
            warnings.add(Problem.ofFile(ProblemCode.ROW_HIDDEN, words));
        }
        if (!columns.isEmpty()) {
            String words =
                    columns.size() == 1
                            ? "Column %s is hidden, but was read: delete it if it should not be imported"
                                    .formatted(columns.get(0))
                            : "%d columns are hidden, but were read (%s): delete them if they should not be imported"
                                    .formatted(columns.size(), Count.some(columns));
            warnings.add(Problem.ofFile(ProblemCode.COLUMN_HIDDEN, words));
        }
        return warnings;
    }
}
