package dev.stockload.sheet.markup;

import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.util.Arrays;

import javax.xml.stream.XMLStreamException;

/** The rows of a table in markup; it keeps track of places while a subclass parses the tags. */
abstract class TableRows extends RowSource {
    static final int MOST_ROWS = 1 << 20;
    static final int MOST_COLUMNS = LAST_COLUMN + 1;

    /** Row numbers stop here, so that they do not overflow. */
    private static final int MOST_NUMBER = Integer.MAX_VALUE / 2;

    /** Limits repeated cells: a file of a few bytes can repeat a row a million times. */
    private static final int MOST_REPEATED = 20_000_000;

    private final String[] columnStyles = new String[MOST_COLUMNS];

    /** For each column, the last row that a cell further up spans. */
    private final int[] coveredTo = new int[MOST_COLUMNS];

    /** The cells of the current row, which may be repeated. */
    final RowBlock line = new RowBlock(1);

    private int row;
    private int nextRow = 1;
    private int column;
    private int nextColumnStyle;
    private int repeats;
    private long repeated;

    /** The number of merged cells in groups of rows that have ended. */
    private int ended;

    private boolean isHidden;
    private final SheetBook book;

    TableRows(SheetBook book) {
        this.book = book;
    }

    /** Reads the next row and its cells; false after the last. */
    abstract boolean readRow() throws IOException, XMLStreamException;

    @Override
    public boolean fill(RowBlock block) {
        return book.guarded(() -> addRows(block));
    }

    private boolean addRows(RowBlock block) throws IOException, XMLStreamException {
        while (!block.isFull()) {
            SheetBudget.ask();
            if (repeats == 0 && !readRow()) {
                return false;
            }
            emit(block);
        }
        return true;
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
            hideRow(row);
        }
        row++;
        repeats--;
    }

    /** {@code given} is the number of the row; 0 means the next row. */
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

    void skipRows(int count) {
        nextRow = Math.min(nextRow + count, MOST_NUMBER);
    }

    /** Ends a group of rows: its cells do not span the rows that follow. */
    void endGroup() {
        if (merged().size() > ended) {
            Arrays.fill(coveredTo, 0);
            merged().subList(ended, merged().size()).replaceAll(each -> each.cutBelow(nextRow - 1));
            ended = merged().size();
        }
        nextColumnStyle = 0;
    }

    /** Moves to a cell by its number, or for 0 to the next one that no cell further up spans. */
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

    int column() {
        expectInSheet(row, column);
        return column;
    }

    /** Records the span of the current cell, itself included. */
    void merge(int rows, int columns) {
        merge(row, column, row + rows - 1, column + columns - 1);
    }

    /** Moves past the current cell and the cells that it spans, which the file leaves out. */
    void pass(int rows, int columns) {
        merge(rows, columns);
        int last = Math.min(column + columns, MOST_COLUMNS);
        Arrays.fill(coveredTo, Math.min(column, last), last, row + rows - 1);
        column = last;
    }

    void passColumns(int count) {
        column = Math.min(column + count, MOST_COLUMNS);
    }

    /** Sets the style and visibility of columns from a given one on; 0 means the next. */
    void columns(int given, int count, String style, boolean hidden) {
        int from = Math.max(given - 1, nextColumnStyle);
        nextColumnStyle = Math.min(from + count, MOST_COLUMNS);
        if (from < nextColumnStyle) {
            Arrays.fill(columnStyles, from, nextColumnStyle, style);
            if (hidden) {
                hideColumns(from, nextColumnStyle - 1);
            }
        }
    }

    /** The style of the current column; may be null. */
    String columnStyle() {
        return column < MOST_COLUMNS ? columnStyles[column] : null;
    }
}
