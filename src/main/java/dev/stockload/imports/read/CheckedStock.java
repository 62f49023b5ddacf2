package dev.stockload.imports.read;

import dev.stockload.book.rules.SizeEntry;

/** What the last check of the store showed, which is not in the book. */
public interface CheckedStock {
    /** Whether it showed no stock any more of what was sent of a size last. */
    boolean isZero(SizeEntry size);
}
