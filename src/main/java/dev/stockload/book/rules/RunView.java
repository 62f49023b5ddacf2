package dev.stockload.book.rules;

import dev.stockload.stock.MissingMode;

/**
 * A run as the rules see it.
 *
 * @param rank its position in the order: its number, or that of the run it repeats
 * @param job its job; {@link #BY_HAND} for an import without one
 * @param sendsUnchanged whether it also sends colours that the service is known to have
 */
public record RunView(
        long number,
        long rank,
        String job,
        boolean sendsUnchanged,
        MissingMode missing,
        Work work) {
    /** The number of a run that is only previewed: newer than any other. */
    public static final int NEWEST = Integer.MAX_VALUE;

    /** Imports by hand count as one job, which takes no sizes away from other jobs. */
    public static final String BY_HAND = "import";

    public boolean hasSheet() {
        return work.hasSheet();
    }

    boolean checksStore() {
        return work == Work.RESEND || work == Work.RESEND_SOLD;
    }

    boolean isByHand() {
        return job.equals(BY_HAND);
    }
}
