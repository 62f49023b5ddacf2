package dev.stockload.check;

import dev.stockload.sheet.UnusableSheetException;
import dev.stockload.stock.Count;

/**
 * How many rows a sheet may have: no more than a stock sheet has, and than fit into the memory that
 * all runs of a process share.
 */
record RowLimit(long most, String reason) {
    /** No service has a stock of so many sizes; a file that unpacks to more is none. */
    private static final long OF_A_SHEET = 5_000_000;

    /** What a row takes at most, with the problems it may have and what is made of them. */
    private static final long BYTES_PER_ROW = 220;

    private static final int MEGABYTE = 1 << 20;

    static RowLimit ofThisProcess() {
        return of(Runtime.getRuntime().maxMemory());
    }

    static RowLimit of(long memory) {
        long fitting = memory / BYTES_PER_ROW;
        return fitting < OF_A_SHEET
                ? new RowLimit(
                        fitting,
                        "the most that fit into %d MB of memory. Split it, or give Stockload more, as with JAVA_OPTS=-Xmx2g"
                                .formatted(memory / MEGABYTE))
                : new RowLimit(OF_A_SHEET, "too many for a stock sheet. Split it");
    }

    void check(Object file, long rows, long problems) {
        if (rows > most) {
            throw new UnusableSheetException(
                    "%s has more than %s rows, %s".formatted(file, Count.of(most), reason));
        }
        // A problem takes no less than a row, and a sheet of which every row is bad is none.
        if (problems > most) {
            throw new UnusableSheetException(
                    "%s has more than %s problems in its first %s: check whether its columns are the right ones"
                            .formatted(file, Count.of(most), Count.of(rows, "row")));
        }
    }
}
