package dev.stockload.runs;

import dev.stockload.book.rules.RunFacts.Standing;

import java.time.Instant;

/**
 * How far a run is, and by whom.
 *
 * @param owner the data folder whose process runs it, or ran it last
 * @param requests how many creates have left so far
 */
public record RunProgress(
        Instant startedAt, String owner, Tally tally, int requests, InBook inBook) {
    /**
     * How it stands in the book of stock.
     *
     * @param rank the number of the run that it repeats; 0 where it repeats none
     * @param named whether what its sheet says is in the book
     */
    public record InBook(long rank, boolean named, Standing standing) {}

    /** Nothing is done yet. */
    public static RunProgress begun(Instant at, String owner) {
        return new RunProgress(at, owner, Tally.NONE, 0, new InBook(0, false, Standing.OPEN));
    }

    /** The same for a run that repeats another, whose place in the order it takes. */
    RunProgress repeating(long rank) {
        InBook same = new InBook(rank, inBook.named, inBook.standing);
        return new RunProgress(startedAt, owner, tally, requests, same);
    }
}
