package dev.stockload.problem;

/**
 * A row as a spreadsheet program numbers it; 0 means the whole file.
 *
 * @param sheet the name of its sheet; null if only one sheet was read
 */
public record Place(String sheet, int row) {
    @Override
    public String toString() {
        return sheet == null ? "row " + row : "row %d of sheet '%s'".formatted(row, sheet);
    }
}
