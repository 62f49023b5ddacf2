package dev.stockload.sheet;

import java.util.Arrays;

/** The columns of a row that cells further up reach into, in files that leave such cells out. */
final class CoveredColumns {
    /** For each column, how many rows are covered from the one at hand on. */
    private int[] rows = new int[64];

    /** The first column from here on that no cell further up reaches into. */
    int free(int from) {
        int column = from;
        while (column < rows.length && rows[column] > 0) {
            column++;
        }
        return column;
    }

    /** Notes a cell and how far it reaches, the row at hand included. */
    void cover(int column, int columns, int down) {
        if (column + columns > rows.length) {
            rows = Arrays.copyOf(rows, 2 * (column + columns));
        }
        Arrays.fill(rows, column, column + columns, down);
    }

    /** Goes down by some rows. */
    void down(int count) {
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Math.max(0, rows[i] - count);
        }
    }

    void clear() {
        Arrays.fill(rows, 0);
    }
}
