package dev.stockload.stock;

import java.util.Locale;

/** Formats counts for people, the same in every locale. */
public final class Count {
    private Count() {}

    /** {@code 4,181}. */
    public static String of(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** {@code 1 colour is}, {@code 2,000 colours are}. */
    public static String are(long number, String thing) {
        return of(number, thing) + (number == 1 ? " is" : " are");
    }

    /** {@code 1 colour was}, {@code 2,000 colours were}. */
    public static String were(long number, String thing) {
        return of(number, thing) + (number == 1 ? " was" : " were");
    }

    /** {@code 1 colour}, {@code 2,000 colours}. */
    public static String of(long number, String thing) {
        return of(number) + " " + thing + (number == 1 ? "" : "s");
    }
}
