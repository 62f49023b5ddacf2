package dev.stockload.check;

import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Count;

/**
 * How large a sheet may be: its lines, colours, problems and texts must fit into memory.
 *
 * @param place whose memory this is, in words
 * @param advice what to do with a larger one
 */
public record SheetLimit(long memory, String place, String advice) {
    /** A file that unpacks to more rows is not a stock sheet. */
    private static final long MOST_ROWS = 5_000_000;

    // The most that each takes until it is in the ledger, measured with little memory.
    private static final long BYTES_PER_ROW = 100;
    private static final long BYTES_PER_COLOUR = 450;
    private static final long BYTES_PER_PROBLEM = 200;
    private static final long BYTES_PER_CHARACTER = 2;

    private static final int MEGABYTE = 1 << 20;

    public static SheetLimit ofThisProcess() {
        return new SheetLimit(
                Runtime.getRuntime().maxMemory(),
                "of memory",
                "Split it, or give Stockload more, as with JAVA_OPTS=-Xmx2g");
    }

    void check(Object file, long rows, long colours, long problems, long characters) {
        if (rows > MOST_ROWS) {
            throw new UnusableSheetException(
                    "%s has more than %s rows, too many for a stock sheet. Split it"
                            .formatted(file, Count.of(MOST_ROWS)));
        }
        long bytes =
                rows * BYTES_PER_ROW
                        + colours * BYTES_PER_COLOUR
                        + problems * BYTES_PER_PROBLEM
                        + characters * BYTES_PER_CHARACTER;
        if (bytes <= memory) {
            return;
        }
        boolean misread = problems > rows;
        throw new UnusableSheetException(
                "%s does not fit into the %d MB %s: its first %s have %s, %s and %s. %s"
                        .formatted(
                                file,
                                memory / MEGABYTE,
                                place,
                                Count.of(rows, "row"),
                                Count.of(colours, "different colour"),
                                Count.of(problems, "problem"),
                                Count.of(characters, "letter"),
                                misread ? "Check whether its columns are the right ones" : advice));
    }
}
