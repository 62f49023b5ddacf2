package dev.stockload.check;

import dev.stockload.stock.Digits;
import dev.stockload.stock.PackedWriter;

import java.util.ArrayList;
import java.util.List;

/**
 * Stores each barcode in a long: up to 17 digits in the long itself, with leading zeros; others by
 * their index.
 */
final class Barcodes {
    static final long NONE = 0;

    private static final int MOST_DIGITS = 17;
    private static final int LENGTH_AT = 58;
    private static final long VALUE = (1L << LENGTH_AT) - 1;

    /** The overhead of a String object, counted in characters. */
    private static final int STRING_OVERHEAD = 16;

    private final List<String> others = new ArrayList<>();
    private long characters;

    long keep(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        long value = text.length() > MOST_DIGITS ? -1 : Digits.number(text);
        if (value < 0) {
            others.add(text);
            characters += STRING_OVERHEAD + text.length();
            return -others.size();
        }
        return (long) text.length() << LENGTH_AT | value;
    }

    /** Stores a whole number from 0 to 10^15, padded with zeros to this many digits. */
    long keep(long number, int pad) {
        int length = Math.max(pad, digits(number));
        return length > MOST_DIGITS
                ? keep("0".repeat(length - digits(number)) + number)
                : (long) length << LENGTH_AT | number;
    }

    /** The memory of the barcodes that do not fit into a long, in characters. */
    long characters() {
        return characters;
    }

    /** The stored barcode, or null. */
    String text(long kept) {
        if (kept == NONE) {
            return null;
        }
        if (kept < 0) {
            return others.get((int) (-kept - 1));
        }
        String digits = Long.toString(kept & VALUE);
        return "0".repeat((int) (kept >>> LENGTH_AT) - digits.length()) + digits;
    }

    /** Writes a barcode in the format of packed sizes. */
    void write(long kept, PackedWriter out) {
        long number = kept & VALUE;
        if (kept > NONE && digits(number) == kept >>> LENGTH_AT && number > 0) {
            out.digits(number);
        } else {
            out.digits(text(kept));
        }
    }

    private static int digits(long number) {
        int digits = 1;
        for (long power = 10; number >= power; power *= 10) {
            digits++;
        }
        return digits;
    }
}
