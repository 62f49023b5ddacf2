package dev.stockload.book.rules;

import dev.stockload.stock.Stock;

/**
 * Which run wants what of a size (rules 2 to 5).
 *
 * @param run the run whose naming stands; 0 if no run has named the size
 * @param rank the rank of that run; an undo keeps the rank of what it replaces
 * @param previousRank the rank of the last naming by a job other than that of the run
 * @param wanted the value of the newest run that named it with one; null if none did
 * @param hasValue whether the run named it with a value instead of only holding it
 * @param zeroOf the job whose sheet lacks it, so that it is wanted as 0; null if it is no such zero
 */
public record Naming(
        long run, long rank, long previousRank, Stock wanted, boolean hasValue, String zeroOf) {
    /** The naming of a size that the runs up to this one hold. */
    static Naming heldBy(long rank) {
        return new Naming(rank, rank, 0, null, false, null);
    }

    /**
     * Whether a run names over it: over an equal or lower one (rule 2). Another job's newest run
     * also names over a zero for missing, unless somebody else has named the size since (rule 5).
     */
    boolean yieldsTo(RunView other, RunFacts runs) {
        return rank <= other.rank()
                || isZeroOfAnother(other)
                        && !other.isByHand()
                        && other.hasSheet()
                        && runs.isNewest(other)
                        && previousRank <= other.rank();
    }

    boolean isZeroOfAnother(RunView other) {
        return isMissingZero() && !zeroOf.equals(other.job());
    }

    Naming by(RunView newer, RunFacts runs) {
        boolean isOfAnother = run != 0 && !runs.jobOf(run).equals(newer.job());
        return new Naming(
                newer.number(),
                newer.hasSheet() ? newer.rank() : rank,
                isOfAnother ? rank : previousRank,
                wanted,
                hasValue,
                zeroOf);
    }

    Naming withPrevious(long other) {
        return new Naming(run, rank, Math.max(previousRank, other), wanted, hasValue, zeroOf);
    }

    Naming withValue(Stock value, String zeroOfJob) {
        return new Naming(run, rank, previousRank, value, true, zeroOfJob);
    }

    Naming withoutValue() {
        return new Naming(run, rank, previousRank, wanted, false, null);
    }

    Naming withZeroOf(String job) {
        return new Naming(run, rank, previousRank, wanted, hasValue, job);
    }

    /** Whether a run has named it; the service may have shown it without one. */
    public boolean isNamed() {
        return run != 0;
    }

    public boolean isWantedBy(long number) {
        return run == number && hasValue;
    }

    boolean isZero() {
        return wanted != null && wanted.pieces() == 0;
    }

    /** Whether it is wanted as 0 because it is missing from a sheet. */
    boolean isMissingZero() {
        return zeroOf != null;
    }

    /** Whether this run wants it as 0, and not because it is missing. */
    public boolean isZeroOfSheet(long number) {
        return isWantedBy(number) && !isMissingZero() && isZero();
    }
}
