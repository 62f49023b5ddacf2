package dev.stockload.stock;

import java.nio.charset.StandardCharsets;

/** Reads what a {@link PackedWriter} wrote. */
public final class PackedReader {
    private final byte[] bytes;
    private final int end;
    private int at;

    /** The last digits as a text: what is wanted, known and shown of a size has one barcode. */
    private long lastDigits = -1;

    private String lastText;

    public PackedReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    private PackedReader(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    public boolean hasMore() {
        return at < end;
    }

    public PackedReader part() {
        int length = number();
        at += length;
        return new PackedReader(bytes, at - length, at);
    }

    public char letter() {
        return (char) bytes[at++];
    }

    public int number() {
        return (int) longNumber();
    }

    public String text() {
        int length = number() - 1;
        if (length < 0) {
            return null;
        }
        at += length;
        return new String(bytes, at - length, length, StandardCharsets.UTF_8);
    }

    public String digits() {
        if (number() == 0) {
            return text();
        }
        long digits = longNumber();
        if (digits != lastDigits) {
            lastDigits = digits;
            lastText = Long.toString(digits);
        }
        return lastText;
    }

    private long longNumber() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = bytes[at++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    public int[] numbers() {
        int[] values = new int[number()];
        int last = 0;
        for (int i = 0; i < values.length; i++) {
            int step = number();
            last += step >>> 1 ^ -(step & 1);
            values[i] = last;
        }
        return values;
    }
}
