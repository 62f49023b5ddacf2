package dev.stockload.book.rules;

/** Takes each change of what is wanted or known, for the history. */
public interface Changes {
    Changes NOWHERE = (place, cause, before, after) -> {};

    /** Why something changed. */
    enum Cause {
        SHEET,
        MISSING,
        UNDO,
        ACCEPTED,
        READ_BACK
    }

    /**
     * @param before null where there was nothing
     */
    void add(ProductEntry.Place place, Cause cause, Stock before, Stock after);
}
