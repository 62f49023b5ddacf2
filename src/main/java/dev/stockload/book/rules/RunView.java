package dev.stockload.book.rules;

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
        Source source) {
    /** Imports by hand count as one job, which takes no sizes away from other jobs. */
    public static final String BY_HAND = "import";

    public enum Source {
        SHEET,
        /** What was there before another run. */
        UNDO,
        /** What sheets want, where a check of the store found more or nothing. */
        STORE,
        /** The same, also where it found less. */
        STORE_WITH_SALES
    }

    public boolean hasSheet() {
        return source == Source.SHEET;
    }

    boolean checksStore() {
        return source == Source.STORE || source == Source.STORE_WITH_SALES;
    }

    boolean isByHand() {
        return job.equals(BY_HAND);
    }
}
