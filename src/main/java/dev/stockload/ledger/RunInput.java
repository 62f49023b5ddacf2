package dev.stockload.ledger;

/**
 * What a run reads, and what of it goes out.
 *
 * @param file the path of the sheet as the person named it
 * @param name by which people know the sheet where that path is not theirs, as of an upload; else
 *     null
 * @param options how the sheet is read, in the words of whoever started the run
 * @param columns how its sheet names its columns; null until it was read
 * @param send {@code all}, {@code changed}, {@code new}, or {@link Run#UNDO}
 */
public record RunInput(String file, String name, String options, String columns, String send) {
    /** A sheet that was not read yet. */
    public static RunInput unread(String file, String options, String send) {
        return new RunInput(file, null, options, null, send);
    }

    /** The same sheet by the name that people gave it. */
    public RunInput named(String given) {
        return new RunInput(file, given, options, columns, send);
    }
}
