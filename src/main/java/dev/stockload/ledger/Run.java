package dev.stockload.ledger;

import java.time.Instant;

/**
 * One job over one content of a file: what it is, how far it is, and how it ended.
 *
 * @param file the path of the sheet as the person named it
 * @param options how the sheet is read, in the words of whoever started the run
 * @param columns how its sheet names its columns; null until it was read
 * @param send {@code all}, {@code changed}, {@code new} or {@link #UNDO}
 * @param content the SHA-256 of the file
 * @param generation 1, and one more each time the same content is sent anew
 * @param number its place among the runs of its account: a newer run has a higher one
 * @param requests how many creates have left so far
 * @param message why it failed or stopped; null where it did not
 * @param owner the data folder whose process runs it, or ran it last
 */
public record Run(
        String id,
        String job,
        String account,
        String file,
        String options,
        String columns,
        String send,
        String content,
        int generation,
        long number,
        RunState state,
        Instant startedAt,
        Instant endedAt,
        Tally tally,
        int requests,
        String message,
        String owner) {
    /** What a run sends that brings back what another has replaced. */
    public static final String UNDO = "undo";

    /** The same run as it will be when it has ended. */
    public Run ended(RunState how, Instant at, String why) {
        return new Run(
                id,
                job,
                account,
                file,
                options,
                columns,
                send,
                content,
                generation,
                number,
                how,
                startedAt,
                at,
                tally,
                requests,
                why,
                owner);
    }

    /** The same run in its place among the runs of its account. */
    Run at(long place) {
        return new Run(
                id,
                job,
                account,
                file,
                options,
                columns,
                send,
                content,
                generation,
                place,
                state,
                startedAt,
                endedAt,
                tally,
                requests,
                message,
                owner);
    }

    /** Whether it brings back what another run has replaced. */
    public boolean isUndo() {
        return send.equals(UNDO);
    }

    /** Whether its sheet was read. */
    public boolean isStaged() {
        return columns != null;
    }

    public boolean isUnfinished() {
        return state != RunState.COMPLETED;
    }
}
