package dev.stockload.sheet;

/** A cell as a sheet stores it, to be written as it was read; see {@link RowBlock}. */
record StoredCell(CellKind kind, double value, int pad, String text) {
    /** The text with the zeros that its format shows. */
    @Override
    public String toString() {
        return text;
    }
}
