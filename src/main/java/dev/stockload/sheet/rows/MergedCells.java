package dev.stockload.sheet.rows;

/** Merged cells; rows are numbered as in a spreadsheet program, columns from 0. */
public record MergedCells(int firstRow, int lastRow, int firstColumn, int lastColumn) {
    public MergedCells movedDown(int rows) {
        return new MergedCells(firstRow + rows, lastRow + rows, firstColumn, lastColumn);
    }
}
