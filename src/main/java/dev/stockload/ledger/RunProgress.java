package dev.stockload.ledger;

import java.time.Instant;

/**
 * How far a run is, and by whom.
 *
 * @param owner the data folder whose process runs it, or ran it last
 * @param requests how many creates have left so far
 */
public record RunProgress(Instant startedAt, String owner, Tally tally, int requests) {
    /** Nothing is done yet. */
    public static RunProgress begun(Instant at, String owner) {
        return new RunProgress(at, owner, Tally.NONE, 0);
    }
}
