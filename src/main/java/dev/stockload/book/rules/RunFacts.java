package dev.stockload.book.rules;

/** What the rules ask about the runs of an account. */
public interface RunFacts {
    enum Standing {
        OPEN,
        /** Ended by sending. */
        DONE,
        UNDONE,
        /** Ended unfinished, after 30 days or by a restore. */
        EXPIRED,
        /** A newer run of its job has named the same sheet, or all that the job has. */
        OVERTAKEN;

        boolean hasEnded() {
            return this != OPEN;
        }
    }

    String jobOf(long run);

    Standing standing(long run);

    long senderOf(long request);

    /** The newest named run of a job; 0 if none has named. */
    long newestOf(String job);

    default boolean isNewest(RunView run) {
        return !run.hasSheet() || newestOf(run.job()) <= run.number();
    }

    /**
     * Whether a newer run of the same job has named, with {@code missing: zero} (rule 5) or the
     * same sheet: its definition was corrected, and what the older run read from it is wrong.
     */
    boolean isOvertaken(RunView run);

    boolean isDefined(String job);
}
