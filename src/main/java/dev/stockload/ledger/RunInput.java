package dev.stockload.ledger;

/**
 * What a run reads, and what of it goes out.
 *
 * @param file the path of the sheet as the person named it
 * @param options how the sheet is read, in the words of whoever started the run
 * @param columns how its sheet names its columns; null until it was read
 * @param send {@code all}, {@code changed}, {@code new}, or {@link Run#UNDO}
 */
public record RunInput(String file, String options, String columns, String send) {
    /** A sheet that was not read yet. */
    public static RunInput unread(String file, String options, String send) {
        return new RunInput(file, options, null, send);
    }
}
