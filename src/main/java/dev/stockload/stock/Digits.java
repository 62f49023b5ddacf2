package dev.stockload.stock;

/** Parses plain digits. Java's own parsing also accepts signs and digits of other scripts. */
public final class Digits {
    private static final long LARGE = 100_000_000_000_000_000L;

    private Digits() {}

    /** The number, cut after 18 digits; -1 if the text is not digits only. */
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
