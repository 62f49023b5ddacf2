package dev.stockload.stock;

/**
 * Why a row cannot be imported, in words its author can act on. The row is the one that a
 * spreadsheet program shows; the column is the one of the header, empty where the whole row is
 * meant.
 */
public record Problem(int row, String column, String found, Code code, String advice) {
    private static final int LONGEST = 80;

    /** What is wrong and what to do, without the place. */
    public String message() {
        if (found.isEmpty()) {
            return (column.isEmpty() ? "The row " : "The cell ") + advice;
        }
        String shown = found.length() > LONGEST ? found.substring(0, LONGEST) + "…" : found;
        return "'%s' %s".formatted(shown, advice);
    }

    @Override
    public String toString() {
        String place = column.isEmpty() ? "row " + row : "row " + row + ", column " + column;
        return place + ": " + message();
    }
}
