package dev.stockload.sheet.rows;

/** Merged cells; rows are numbered as in a spreadsheet program, columns from 0. */
public record MergedCells(int firstRow, int lastRow, int firstColumn, int lastColumn) {
    /** Merged cells between two corners, in any order. */
    static MergedCells between(int row, int column, int otherRow, int otherColumn) {
        return new MergedCells(
                Math.min(row, otherRow),
                Math.max(row, otherRow),
                Math.max(0, Math.min(column, otherColumn)),
                Math.max(column, otherColumn));
    }

    public MergedCells movedDown(int rows) {
        return new MergedCells(firstRow + rows, lastRow + rows, firstColumn, lastColumn);
    }
}
