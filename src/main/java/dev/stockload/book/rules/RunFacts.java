package dev.stockload.book.rules;

/** What the rules ask about the runs of an account. */
public interface RunFacts {
    enum Standing {
        OPEN,
        /** Its sheet cannot be used; only another sheet, or reading it otherwise, can help. */
        UNUSABLE,
        /** Ended by sending. */
        DONE,
        UNDONE,
        /** Ended unfinished, after 30 days or by a restore. */
        EXPIRED,
        /** A newer run of its job has named the same sheet, or all that the job has. */
        OVERTAKEN;

        /** Whether the run itself decides it, at its end. */
        public boolean isOfItsOwn() {
            return this == OPEN || this == UNUSABLE;
        }

        boolean hasEnded() {
            return !isOfItsOwn();
        }
    }

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
