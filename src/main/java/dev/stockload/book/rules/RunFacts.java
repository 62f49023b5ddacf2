package dev.stockload.book.rules;

/** What the rules ask about the runs of an account. */
public interface RunFacts {
    /** How a run stands. */
    enum Standing {
        /** It is unfinished. */
        OPEN,
        /** It ended by sending. */
        DONE,
        UNDONE,
        /** It ended unfinished, after its days or by a restore. */
        EXPIRED,
        /** A newer run of its job with {@code missing: zero} has named. */
        OVERTAKEN;

        boolean hasEnded() {
            return this != OPEN;
        }
    }

    String jobOf(long run);

    Standing standing(long run);

    /** The run that a request belongs to. */
    long senderOf(long request);

    /** Whether a newer run of the same job has named. */
    boolean isNewest(RunView run);

    /** Whether a newer run of the same job with {@code missing: zero} has named (rule 5). */
    boolean isOvertaken(RunView run);

    /** Whether the job still exists. */
    boolean isDefined(String job);
}
