package dev.stockload.book.rules;

/**
 * A run as the rules see it.
 *
 * @param number its number in its account
 * @param rank its position in the order: its number, or that of the run it repeats
 * @param job its job; {@link #BY_HAND} for an import without one
 * @param sendsUnchanged whether it also sends colours that the service is known to have
 * @param missing what to do with sizes that its sheet lacks
 * @param isUndo whether it undoes another run
 */
public record RunView(
        long number,
        long rank,
        String job,
        boolean sendsUnchanged,
        Missing missing,
        boolean isUndo) {
    /** Imports by hand count as one job, which takes no sizes away from other jobs. */
    public static final String BY_HAND = "import";

    /** What to do with sizes that a job's sheet no longer has. */
    public enum Missing {
        KEEP,
        TELL,
        ZERO
    }

    boolean isByHand() {
        return job.equals(BY_HAND);
    }
}
