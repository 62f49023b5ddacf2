package dev.stockload.stock;

/**
 * A row as a spreadsheet program shows it, 0 where the whole file is meant.
 *
 * @param sheet its sheet, null unless rows of several were read as one
 */
public record Place(String sheet, int row) {
    @Override
    public String toString() {
        return sheet == null ? "row " + row : "row %d of sheet '%s'".formatted(row, sheet);
    }
}
