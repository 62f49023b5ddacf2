package dev.stockload.sheet.rows;

import dev.stockload.stock.Count;

import org.apache.commons.io.function.IOSupplier;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory and time a sheet may take. Whoever unpacks, reads or checks a sheet asks for it,
 * also on threads that read ahead: these inherit it.
 */
public final class SheetBudget {
    /** A file that unpacks to more rows is not a stock sheet. */
    private static final long MOST_ROWS = 5_000_000;

    // The most that each takes until it is in the ledger, measured with little memory.
    private static final long BYTES_PER_ROW = 100;
    private static final long BYTES_PER_COLOUR = 450;
    private static final long BYTES_PER_PROBLEM = 200;
    private static final long BYTES_PER_CHARACTER = 2;
    private static final long BYTES_PER_TEXT = 48;

    private static final int MEGABYTE = 1 << 20;

    private static final InheritableThreadLocal<SheetBudget> CURRENT =
            new InheritableThreadLocal<>();

    private final long memory;
    private final String place;
    private final String advice;
    private final Duration time;
    private final long begun = System.nanoTime();

    /** The memory of texts that are kept while the sheet is read. */
    private final AtomicLong kept = new AtomicLong();

    /** There is nothing left of it: unlike other faults of a sheet this ends all its reading. */
    public static final class SpentException extends UnusableSheetException {
        private SpentException(String message) {
            super(message);
        }
    }

    /**
     * @param place whose memory this is, in words
     * @param advice what to do with a larger sheet
     * @param time null if it does not matter
     */
    public SheetBudget(long memory, String place, String advice, Duration time) {
        this.memory = memory;
        this.place = place;
        this.advice = advice;
        this.time = time;
    }

    static SheetBudget ofThisProcess() {
        return new SheetBudget(
                Runtime.getRuntime().maxMemory(),
                "of memory",
                "Split it, or give Stockload more, as with JAVA_OPTS=-Xmx2g",
                null);
    }

    /** That of the work that this is a part of, or else what the process has. */
    public static SheetBudget current() {
        SheetBudget current = CURRENT.get();
        return current == null ? ofThisProcess() : current;
    }

    /** Reads a file within this budget; without memory it is refused, and that is free again. */
    public <T> T spend(Object file, IOSupplier<T> work) throws IOException {
        SheetBudget before = CURRENT.get();
        CURRENT.set(this);
        try {
            return work.get();
        } catch (OutOfMemoryError e) {
            throw new UnusableSheetException("does not fit into the memory. " + advice, e)
                    .about(file);
        } finally {
            CURRENT.set(before);
        }
    }

    /** Throws if the time is over; asked often. */
    public static void ask() {
        SheetBudget current = CURRENT.get();
        if (current != null
                && current.time != null
                && System.nanoTime() - current.begun > current.time.toNanos()) {
            throw new SpentException(
                    "takes longer than %d s to read. Look at it in a terminal: stockload check FILE"
                            .formatted(current.time.toSeconds()));
        }
    }

    /** Throws if there is no memory for another text that is kept while the sheet is read. */
    public static void keep(String text) {
        SheetBudget current = CURRENT.get();
        if (current == null) {
            return;
        }
        long all = current.kept.addAndGet(BYTES_PER_TEXT + text.length() * BYTES_PER_CHARACTER);
        if (all > current.memory) {
            throw new SpentException(
                    "does not fit into the %d MB %s: its texts alone take more. %s"
                            .formatted(current.memory / MEGABYTE, current.place, current.advice));
        }
    }

    /** Throws if this many rows with this content do not fit. */
    public void check(long rows, long colours, long problems, long characters) {
        if (rows > MOST_ROWS) {
            throw new UnusableSheetException(
                    "has more than %s rows, too many for a stock sheet. Split it"
                            .formatted(Count.of(MOST_ROWS)));
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
                "does not fit into the %d MB %s: its first %s have %s, %s and %s. %s"
                        .formatted(
                                memory / MEGABYTE,
                                place,
                                Count.of(rows, "row"),
                                Count.of(colours, "different colour"),
                                Count.of(problems, "problem"),
                                Count.of(characters, "letter"),
                                misread ? "Check whether its columns are the right ones" : advice));
    }
}
