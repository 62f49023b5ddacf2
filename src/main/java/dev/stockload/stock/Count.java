package dev.stockload.stock;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats counts for people, the same in every locale: {@code 2,000 colours are}. */
public final class Count {
    private static final int MOST_LISTED = 5;

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

    /** The first five of these, with a mark if there are more: {@code 1, 2, 3, 4, 5, …}. */
    public static String some(Collection<?> things) {
        return first(MOST_LISTED, things, ", ");
    }

    public static String first(int most, Collection<?> things, String between) {
        String first =
                things.stream()
                        .limit(most)
                        .map(String::valueOf)
                        .collect(Collectors.joining(between));
        return things.size() > most ? first + between + "…" : first;
    }
}
