package dev.stockload.stock;

/** Plain digits, as Java's own parsing would also take signs and the digits of other scripts. */
public final class Digits {
    private static final long LARGE = 100_000_000_000_000_000L;

    private Digits() {}

    /** The number of up to 18 digits, a larger one in part; -1 for any other text. */
    public static long number(String text) {
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number < LARGE ? number * 10 + digit : number;
        }
        return text.isEmpty() ? -1 : number;
    }
}
