package dev.stockload.book.rules;

import dev.stockload.stock.Stock;

/** Receives each change of wanted or known stock, for the history. */
public interface Changes {
    Changes NOWHERE = (place, cause, before, after) -> {};

    enum Cause {
        SHEET,
        MISSING,
        UNDO,
        ACCEPTED,
        READ_BACK,
        TAKEN_AS_SENT
    }

    /** {@code before} is null if there was nothing. */
    void add(ProductEntry.Place place, Cause cause, Stock before, Stock after);
}
