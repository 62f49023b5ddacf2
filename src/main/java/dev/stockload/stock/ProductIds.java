package dev.stockload.stock;

import java.util.LinkedHashSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Product ids as people type or paste them: whole numbers above 0. */
public final class ProductIds {
    private static final Pattern BETWEEN = Pattern.compile("[\\s,;、，；]+");

    private static final int LONGEST_SHOWN = 40;

    private ProductIds() {}

    /** One id; empty if the text is not one. */
    public static OptionalInt parse(String text) {
        long id = text.startsWith("0") ? -1 : Digits.number(text);
        return id < 1 || id > Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of((int) id);
    }

    /**
     * The ids in a text, in order.
     *
     * @throws IllegalArgumentException if a word is not an id; the message names it
     */
    public static Set<Integer> in(String text) {
        Set<Integer> ids = new LinkedHashSet<>();
        for (String word : BETWEEN.split(text.strip())) {
            if (!word.isEmpty()) {
                ids.add(parse(word).orElseThrow(() -> noId(word)));
            }
        }
        return ids;
    }

    private static IllegalArgumentException noId(String word) {
        return new IllegalArgumentException(
                "'%s' is not a product id: a whole number like 10001 was expected"
                        .formatted(
                                word.length() > LONGEST_SHOWN
                                        ? word.substring(0, LONGEST_SHOWN) + "…"
                                        : word));
    }
}
