package dev.stockload.book.rules;

import dev.stockload.stock.Standing;

/** What the rules ask about the runs of an account. */
public interface RunFacts {
    String jobOf(long run);

    Standing standing(long run);

    long senderOf(long request);

    /** The rank of a run; its number if it is no longer known. */
    long rankOf(long run);

    /** The newest named run of a job, by its place; 0 if none has named. */
    long newestOf(String job);

    /** Whether a request ended so recently that lists may not show what it brought (rule 8). */
    boolean isRecent(long request);

    /** Whether another run has a later place than this one: the rank, then the number (rule 2). */
    default boolean isNewer(long other, RunView run) {
        if (other == run.number()) {
            // One that is only previewed is not known.
            return false;
        }
        long rank = rankOf(other);
        return rank > run.rank() || rank == run.rank() && other > run.number();
    }

    default boolean isNewest(RunView run) {
        return !run.hasSheet() || !isNewer(newestOf(run.job()), run);
    }

    /**
     * Whether a newer run of the same job has named, with {@code missing: zero} (rule 5) or the
     * same sheet: its definition was corrected, and what the older run read from it is wrong.
     */
    boolean isOvertaken(RunView run);
}
