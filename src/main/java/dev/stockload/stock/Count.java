package dev.stockload.stock;

import java.util.Locale;

/** Formats counts for people, the same in every locale: {@code 2,000 colours are}. */
public final class Count {
    private Count() {}

    public static String of(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    public static String are(long number, String thing) {
        return of(number, thing) + (number == 1 ? " is" : " are");
    }

    public static String were(long number, String thing) {
        return of(number, thing) + (number == 1 ? " was" : " were");
    }

    public static String of(long number, String thing) {
        return of(number) + " " + thing + (number == 1 ? "" : "s");
    }
}
