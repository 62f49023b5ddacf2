package dev.stockload.runs;

import dev.stockload.book.rules.RunView;

/**
 * What a run reads, and what of it goes out.
 *
 * @param file the path of the sheet as the person named it
 * @param name by which people know the sheet where that path is not theirs, as of an upload; else
 *     null
 * @param options how the sheet is read, in the words of whoever started the run
 * @param columns how its sheet names its columns; null until it was read
 * @param send {@code all}, {@code changed}, {@code new}, or {@link Run#UNDO}
 * @param missing what becomes of what left the sheet, as the book's rules name it
 */
public record RunInput(
        String file, String name, String options, String columns, String send, String missing) {
    /** A sheet that was not read yet; what it lacks is kept. */
    public static RunInput unread(String file, String options, String send) {
        return new RunInput(file, null, options, null, send, RunView.Missing.KEEP.name());
    }

    /** The same sheet by the name that people gave it. */
    public RunInput named(String given) {
        return new RunInput(file, given, options, columns, send, missing);
    }

    /** The same where what left the sheet is to be reported, or set to 0. */
    public RunInput missing(RunView.Missing what) {
        return new RunInput(file, name, options, columns, send, what.name());
    }
}
