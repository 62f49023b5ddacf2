package dev.stockload.sheet;

import dev.stockload.stock.Problem;

import java.util.List;

/** Counts the rows that a sheet does not show, which are read all the same. */
final class HiddenRows {
    private int count;
    private int first;

    void add(int row) {
        first = count++ == 0 ? row : first;
    }

    List<Problem> warnings() {
        return count == 0 ? List.of() : List.of(ReadingWarnings.hiddenRows(count, first));
    }
}
