package dev.stockload.check;

import dev.stockload.stock.Digits;
import dev.stockload.stock.PackedWriter;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps barcodes in a long each: those of up to 17 digits in the long itself, leading zeros
 * included.
 */
final class Barcodes {
    static final long NONE = 0;

    private static final int MOST_DIGITS = 17;
    private static final int LENGTH_AT = 58;
    private static final long VALUE = (1L << LENGTH_AT) - 1;

    /** What an object for a text takes beside its letters, in letters. */
    private static final int BESIDE_TEXT = 16;

    private final List<String> others = new ArrayList<>();
    private long characters;

    long keep(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        long value = text.length() > MOST_DIGITS ? -1 : Digits.number(text);
        if (value < 0) {
            others.add(text);
            characters += BESIDE_TEXT + text.length();
            return -others.size();
        }
        return (long) text.length() << LENGTH_AT | value;
    }

    /** Keeps a whole number from 0 to 10^15 with at least so many digits. */
    long keep(long number, int pad) {
        int length = Math.max(pad, digits(number));
        return length > MOST_DIGITS
                ? keep("0".repeat(length - digits(number)) + number)
                : (long) length << LENGTH_AT | number;
    }

    /** How long those are together that do not fit into a long. */
    long characters() {
        return characters;
    }

    /** The barcode that was kept, or null for none. */
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

    /** Writes a barcode as it is written among packed sizes. */
    void write(long kept, PackedWriter out) {
        long number = kept & VALUE;
        if (kept > NONE && digits(number) == kept >>> LENGTH_AT && number > 0) {
            out.digits(number);
        } else {
            out.digits(text(kept));
        }
    }

    /** How many digits a number below 10^18 has. */
    private static int digits(long number) {
        int digits = 1;
        for (long power = 10; number >= power; power *= 10) {
            digits++;
        }
        return digits;
    }
}
