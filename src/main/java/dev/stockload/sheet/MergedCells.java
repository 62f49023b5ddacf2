package dev.stockload.sheet;

/**
 * Cells that are shown as one; rows are numbered as a spreadsheet program shows them, columns from
 * 0.
 */
public record MergedCells(int firstRow, int lastRow, int firstColumn, int lastColumn) {
    MergedCells movedDown(int rows) {
        return new MergedCells(firstRow + rows, lastRow + rows, firstColumn, lastColumn);
    }
}
