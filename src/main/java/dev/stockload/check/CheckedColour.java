package dev.stockload.check;

import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.ProductRef;

/**
 * One colour of a sheet with its good lines.
 *
 * @param number its place among the colours of the sheet, from 0
 * @param sizes those of the good lines, in the order of the sizes
 * @param rows the rows that its lines stand in, ascending
 */
public record CheckedColour(
        int number, ProductRef product, String name, State state, PackedSizes sizes, int[] rows) {
    /** Whether a colour can be sent as far as the sheet alone tells. */
    public enum State {
        /** All its rows are good. */
        READY,
        /** Some of its rows have a problem: the good ones wait. */
        HELD,
        /** None of its rows is good. */
        REJECTED
    }
}
