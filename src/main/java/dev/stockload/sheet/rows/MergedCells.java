package dev.stockload.sheet.rows;

/**
 * Cells that are shown as one; rows are numbered as a spreadsheet program shows them, columns from
 * 0.
 */
public record MergedCells(int firstRow, int lastRow, int firstColumn, int lastColumn) {
    /** From one corner to the other, in whichever order a file names them. */
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
