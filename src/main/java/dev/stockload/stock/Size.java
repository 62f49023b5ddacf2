package dev.stockload.stock;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A size as the merchant takes it: one whole number, or a range of two. */
public record Size(int from, int to) implements Comparable<Size> {
    public static final int LARGEST = 9999;

    public Size {
        if (from < 1 || from > to || to > LARGEST) {
            throw new IllegalArgumentException(
                    "A size looks like 36 or 36-40, but this is '%d-%d'".formatted(from, to));
        }
    }

    /** Reads a size in the merchant's spelling only; empty if it is not one. */
    public static Optional<Size> parse(CharSequence text) {
        int packed = packed(text);
        return packed == 0 ? Optional.empty() : Optional.of(ofPacked(packed));
    }

    /** Parses without an object: packed into an int, 0 if it is not a size. */
    public static int packed(CharSequence text) {
        int dash = 0;
        while (dash < text.length() && text.charAt(dash) != '-') {
            dash++;
        }
        int from = number(text, 0, dash);
        if (dash == text.length()) {
            return pack(from, from);
        }
        int to = number(text, dash + 1, text.length());
        return from > 0 && from < to ? pack(from, to) : 0;
    }

    /** The number, if it has no leading zeros and is in range, else 0. */
    private static int number(CharSequence text, int start, int end) {
        int number = 0;
        for (int i = start; i < end; i++) {
            int digit = text.charAt(i) - '0';
            number = number * 10 + digit;
            if (digit < 0 || digit > 9 || number == 0 || number > LARGEST) {
                return 0;
            }
        }
        return number;
    }

    /** A whole number as a packed size; 0 if the merchant does not accept it. */
    public static int packed(double number) {
        int whole = (int) number;
        return whole == number && whole >= 1 && whole <= LARGEST ? pack(whole, whole) : 0;
    }

    public static Size ofPacked(int packed) {
        return new Size(packed >>> 16, packed & 0xFFFF);
    }

    public int packed() {
        return pack(from, to);
    }

    public boolean isRange() {
        return from < to;
    }

    /** All single sizes that it stands for. */
    public List<Size> singles() {
        return IntStream.rangeClosed(from, to).mapToObj(each -> new Size(each, each)).toList();
    }

    /** How many single sizes these are. */
    public static int singles(Collection<Size> sizes) {
        return sizes.stream().mapToInt(size -> size.to - size.from + 1).sum();
    }

    public boolean contains(Size other) {
        return from <= other.from && other.to <= to;
    }

    public boolean overlaps(Size other) {
        return from <= other.to && other.from <= to;
    }

    @Override
    public int compareTo(Size other) {
        return Integer.compare(packed(), other.packed());
    }

    @Override
    public String toString() {
        return from == to ? Integer.toString(from) : from + "-" + to;
    }

    private static int pack(int from, int to) {
        return from << 16 | to;
    }
}
