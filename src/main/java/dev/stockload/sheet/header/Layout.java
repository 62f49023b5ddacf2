package dev.stockload.sheet.header;

/** The layouts of a sheet. */
public enum Layout {
    LONG("long (a row per size)"),
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
