package dev.stockload.stock;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes numbers and texts one after the other, small numbers in one byte. */
public final class PackedWriter {
    private static final int MOST_DIGITS = 18;

    private byte[] bytes = new byte[64];
    private int size;

    /** The last text of digits, which often comes again, and its number. */
    private String lastText;

    private long lastDigits;

    public int size() {
        return size;
    }

    public void letter(char letter) {
        room(1);
        bytes[size++] = (byte) letter;
    }

    public void number(int value) {
        longNumber(Integer.toUnsignedLong(value));
    }

    private void longNumber(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    public void text(String text) {
        if (text == null) {
            number(0);
            return;
        }
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        number(encoded.length + 1);
        room(encoded.length);
        System.arraycopy(encoded, 0, bytes, size, encoded.length);
        size += encoded.length;
    }

    /** A text or null; digits, such as barcodes, take few bytes. */
    public void digits(String text) {
        if (text != null && !text.equals(lastText)) {
            boolean mayBeNumber = text.length() <= MOST_DIGITS && !text.startsWith("0");
            lastDigits = mayBeNumber ? Digits.number(text) : -1;
            lastText = text;
        }
        long number = text == null ? -1 : lastDigits;
        if (number < 0) {
            number(0);
            text(text);
        } else {
            number(1);
            longNumber(number);
        }
    }

    public void append(PackedWriter other) {
        room(other.size);
        System.arraycopy(other.bytes, 0, bytes, size, other.size);
        size += other.size;
    }

    /** Writes differences, which are small in sorted numbers. */
    public void numbers(int[] values) {
        number(values.length);
        int last = 0;
        for (int value : values) {
            int step = value - last;
            number(step << 1 ^ step >> 31);
            last = value;
        }
    }

    public byte[] bytes() {
        return Arrays.copyOf(bytes, size);
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
