package dev.stockload.problem;

/**
 * A row as a spreadsheet program numbers it; row 0 is the whole file. The sheet is null if only one
 * was read.
 */
public record RowPlace(String sheet, int row) {
    @Override
    public String toString() {
        return sheet == null ? "row " + row : "row %d of sheet '%s'".formatted(row, sheet);
    }
}
