package dev.stockload.book.rules;

/**
 * A run as the rules see it.
 *
 * @param number its number in its account
 * @param rank its place in the order: its number, or that of the run which it repeats
 * @param job its job; {@link #BY_HAND} for an import without one
 * @param sendsUnchanged whether it also sends colours that the service is known to have
 * @param missing what becomes of what its sheet lacks
 * @param isUndo whether it undoes another run
 */
public record RunView(
        long number,
        long rank,
        String job,
        boolean sendsUnchanged,
        Missing missing,
        boolean isUndo) {
    /** Imports by hand count as one job, which takes nothing away from the others. */
    public static final String BY_HAND = "import";

    /** What becomes of what left the sheet of a job. */
    public enum Missing {
        KEEP,
        TELL,
        ZERO
    }

    boolean isByHand() {
        return job.equals(BY_HAND);
    }
}
