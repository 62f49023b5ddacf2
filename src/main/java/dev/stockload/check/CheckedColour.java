package dev.stockload.check;

import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.ProductRef;

/**
 * One colour of a sheet with its good lines.
 *
 * @param sizes the sizes of the good lines, sorted
 * @param rows the rows of the good lines, ascending
 * @param badRow its first row with a problem; 0 if it has none
 */
public record CheckedColour(
        ProductRef product, String name, PackedSizes sizes, int[] rows, int badRow) {
    /** Whether the sheet alone allows a colour to be sent. */
    public enum State {
        READY,
        /** Some of its rows have a problem: the good rows wait. */
        HELD,
        REJECTED;

        static State of(int badRow, int goodRows) {
            if (badRow == 0) {
                return READY;
            }
            return goodRows > 0 ? HELD : REJECTED;
        }
    }

    public State state() {
        return State.of(badRow, rows.length);
    }
}
