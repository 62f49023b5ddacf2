package dev.stockload.sheet;

/** How a sheet lays out its sizes. */
public enum Layout {
    /** One row per size. */
    LONG("long (a row per size)"),
    /** One row per colour, the sizes as column headers. */
    MATRIX("matrix (a row per colour, sizes as columns)");

    private final String words;

    Layout(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
