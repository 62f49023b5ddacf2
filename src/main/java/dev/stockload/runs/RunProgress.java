package dev.stockload.runs;

import dev.stockload.book.rules.RunFacts.Standing;

import java.time.Instant;

/**
 * How far a run is, and which process runs it.
 *
 * @param owner the process that runs it or ran it last, by its data folder
 * @param requests how many create requests were sent so far
 */
public record RunProgress(
        Instant startedAt, String owner, Tally tally, int requests, InBook inBook) {
    /**
     * The run in the book of stock.
     *
     * @param rank the number of the run that it repeats; 0 if it repeats none
     * @param named whether the content of its sheet is in the book
     */
    public record InBook(long rank, boolean named, Standing standing) {}

    public static RunProgress begun(Instant at, String owner) {
        return new RunProgress(at, owner, Tally.NONE, 0, new InBook(0, false, Standing.OPEN));
    }

    /** The same for a run that repeats another and takes its rank. */
    RunProgress repeating(long rank) {
        InBook same = new InBook(rank, inBook.named, inBook.standing);
        return new RunProgress(startedAt, owner, tally, requests, same);
    }
}
