package dev.stockload.imports.read;

import dev.stockload.stock.Size;

/** What the last check of the store showed, which is not in the book. */
public interface CheckedStock {
    /** Whether a size that this request brought had no stock any more. */
    boolean isZero(int product, String colour, Size size, long request);
}
