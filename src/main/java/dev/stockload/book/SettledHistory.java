package dev.stockload.book;

import dev.stockload.book.rules.Changes;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.runs.ColourState;

import java.util.function.ToIntFunction;

/** Takes what settling does with one product after the other, for the history of the book. */
public interface SettledHistory {
    SettledHistory NOWHERE =
            new SettledHistory() {
                @Override
                public Changes changes(ToIntFunction<ProductEntry.Place> rows) {
                    return Changes.NOWHERE;
                }

                @Override
                public void notSent(String colour, ColourState state, int row) {}
            };

    /**
     * Takes the changes of the next product.
     *
     * @param rows the row of the sheet that names a size; 0 where none does
     */
    Changes changes(ToIntFunction<ProductEntry.Place> rows);

    /** A colour of the same product is in the sheet, and is not sent. */
    void notSent(String colour, ColourState state, int row);
}
