package dev.stockload.sheet.markup;

import dev.stockload.sheet.rows.HiddenAndMerged;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.util.Arrays;

import javax.xml.stream.XMLStreamException;

/**
 * The rows of a table that is written in tags. Whoever steps through the tags reports rows and
 * cells here; this knows where they stand: which come again, reach over others or name their place.
 */
abstract class TableRows implements RowSource {
    static final int MOST_ROWS = 1 << 20;
    static final int MOST_COLUMNS = 1 << 14;

    /** Rows that are left empty are counted no further, so that no number overflows. */
    private static final int MOST_NUMBER = Integer.MAX_VALUE / 2;

    /** A file of a few bytes can say that a row comes again a million times. */
    private static final int MOST_REPEATED = 20_000_000;

    private final HiddenAndMerged hiddenAndMerged = new HiddenAndMerged();
    private final String[] columnStyles = new String[MOST_COLUMNS];

    /** For each column, down to which row a cell further up reaches. */
    private final int[] coveredTo = new int[MOST_COLUMNS];

    /** The cells of the row at hand, which may be to come several times. */
    final RowBlock line = new RowBlock(1);

    private int row;
    private int nextRow = 1;
    private int column;
    private int nextColumnStyle;
    private int repeats;
    private long repeated;
    private boolean isHidden;

    /** Reads the next row and its cells; false behind the last. */
    abstract boolean readRow() throws IOException, XMLStreamException;

    /** What it means that the file cannot be read on. */
    abstract UnusableSheetException damaged(Throwable fault);

    @Override
    public boolean fill(RowBlock block) {
        try {
            while (!block.isFull()) {
                if (repeats == 0 && !readRow()) {
                    return false;
                }
                emit(block);
            }
            return true;
        } catch (UnusableSheetException e) {
            throw e;
        } catch (IOException | XMLStreamException | RuntimeException e) {
            throw damaged(e);
        }
    }

    private void emit(RowBlock block) {
        if (line.size() == 0) {
            repeats = 0;
            return;
        }
        for (int i = 0; i < line.first(1); i++) {
            block.copy(line, i);
        }
        block.endRow(row);
        if (isHidden) {
            hiddenAndMerged.hideRow(row);
        }
        row++;
        repeats--;
    }

    /**
     * Begins a row.
     *
     * @param given its number, 0 where it is the next
     * @param times how often it comes
     */
    void startRow(int given, int times, boolean hidden) {
        if (given != 0 && given < nextRow || given > MOST_ROWS) {
            throw outOfOrder("rows");
        }
        line.clear();
        row = given == 0 ? nextRow : given;
        nextRow = Math.min(row + times, MOST_NUMBER);
        repeats = times;
        isHidden = hidden;
        column = 0;
    }

    void endRow() {
        if (line.endRow(row)) {
            repeated += (repeats - 1L) * line.first(1);
            if (repeats > 1 && row + repeats > MOST_ROWS || repeated > MOST_REPEATED) {
                throw new UnusableSheetException(
                        "repeats row %d more often than a stock sheet does; save it again as .xlsx"
                                .formatted(row));
            }
        }
    }

    /** Leaves rows empty behind the one at hand. */
    void skipRows(int count) {
        nextRow = Math.min(nextRow + count, MOST_NUMBER);
    }

    /** Begins another table below the rows so far: nothing reaches into it. */
    void startTable() {
        Arrays.fill(coveredTo, 0);
    }

    /** Moves to a cell by its number, or by 0 to the next that no cell further up reaches into. */
    void startCell(int given) {
        int last = column;
        column = given == 0 ? column : Math.min(given - 1, MOST_COLUMNS);
        if (column < last) {
            throw outOfOrder("cells");
        }
        while (given == 0 && column < MOST_COLUMNS && coveredTo[column] >= row) {
            column++;
        }
    }

    private UnusableSheetException outOfOrder(String what) {
        return new UnusableSheetException(
                "has its %s out of order near row %d; open it in Excel and save it as .xlsx"
                        .formatted(what, row));
    }

    /** The place of the cell at hand, which holds something. */
    int column() {
        if (column >= MOST_COLUMNS) {
            throw new UnusableSheetException(
                    "is damaged: row %d has a cell beyond the last column that a sheet can have"
                            .formatted(row));
        }
        return column;
    }

    /** Notes how far the cell at hand reaches, itself included. */
    void merge(int rows, int columns) {
        hiddenAndMerged.merge(row, column, row + rows - 1, column + columns - 1);
    }

    /** Leaves the cell at hand, which reaches over others that the file leaves out. */
    void pass(int rows, int columns) {
        merge(rows, columns);
        int last = Math.min(column + columns, MOST_COLUMNS);
        Arrays.fill(coveredTo, Math.min(column, last), last, row + rows - 1);
        column = last;
    }

    void passColumns(int count) {
        column = Math.min(column + count, MOST_COLUMNS);
    }

    /**
     * Takes what is said of columns.
     *
     * @param given the number of the first, 0 where it is the next
     */
    void columns(int given, int count, String style, boolean hidden) {
        int from = Math.max(given - 1, nextColumnStyle);
        nextColumnStyle = Math.min(from + count, MOST_COLUMNS);
        if (from < nextColumnStyle) {
            Arrays.fill(columnStyles, from, nextColumnStyle, style);
            if (hidden) {
                hiddenAndMerged.hideColumns(from, nextColumnStyle - 1);
            }
        }
    }

    /** The style of the column at hand, null where it has none. */
    String columnStyle() {
        return column < MOST_COLUMNS ? columnStyles[column] : null;
    }

    @Override
    public HiddenAndMerged hiddenAndMerged() {
        return hiddenAndMerged;
    }
}
