package dev.stockload.runs;

import dev.stockload.book.rules.MissingMode;

/**
 * What a run reads, and what it sends of it.
 *
 * @param file the path of the sheet as the person gave it
 * @param name the name that people know the sheet by if the path is not theirs, as for an upload;
 *     otherwise null
 * @param by who asked for the run: a user of the machine, a schedule, a token; null if unknown
 * @param options how to read the sheet, as written by whoever started the run
 * @param columns the column names of the sheet; null until it was read
 * @param send the key of a {@link SendMode}, or a mode of {@link Run} without a sheet
 * @param missing what to do with sizes that the sheet no longer has, a {@link MissingMode}
 */
public record RunInput(
        String file,
        String name,
        String by,
        String options,
        String columns,
        String send,
        String missing) {
    /** A sheet that was not read yet; sizes missing from it are kept. */
    public static RunInput unread(String file, String options, String send) {
        return new RunInput(file, null, null, options, null, send, MissingMode.KEEP.name());
    }

    /** The same input with the name that people gave the sheet. */
    public RunInput named(String given) {
        return new RunInput(file, given, by, options, columns, send, missing);
    }

    /** The same input with who asked for the run. */
    public RunInput askedBy(String who) {
        return new RunInput(file, name, who, options, columns, send, missing);
    }

    /** The same input with what to do with missing sizes. */
    public RunInput missing(MissingMode what) {
        return new RunInput(file, name, by, options, columns, send, what.name());
    }
}
