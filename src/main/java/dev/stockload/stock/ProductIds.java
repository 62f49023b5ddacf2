package dev.stockload.stock;

import java.util.LinkedHashSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Product ids as people type or paste them: whole numbers above 0. */
public final class ProductIds {
    private static final Pattern BETWEEN = Pattern.compile("[\\s,;、，；]+");

    /** Java's own parsing would take digits of other scripts as well. */
    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,9}");

    private static final int LONGEST_SHOWN = 40;

    private ProductIds() {}

    /** One id; empty where the text is none. */
    public static OptionalInt parse(String text) {
        if (!ID.matcher(text).matches() || Long.parseLong(text) > Integer.MAX_VALUE) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(Integer.parseInt(text));
    }

    /**
     * The ids in a text, in their order.
     *
     * @throws IllegalArgumentException which names the first word that is none
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
