package dev.stockload.web;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Product ids as people type or paste them. */
final class ProductIds {
    private static final Pattern BETWEEN = Pattern.compile("[\\s,;、，；]+");
    private static final Pattern ID = Pattern.compile("[1-9]\\d{0,9}");

    private ProductIds() {}

    /** The ids in a text, in their order; the message names the first word that is none. */
    static Set<Integer> of(String text) {
        Set<Integer> ids = new LinkedHashSet<>();
        for (String word : BETWEEN.split(text.strip())) {
            if (word.isEmpty()) {
                continue;
            }
            if (!ID.matcher(word).matches() || Long.parseLong(word) > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "'%s' is not a product id: a whole number like 10001 was expected. Nothing has changed."
                                .formatted(
                                        word.length() > 40 ? word.substring(0, 40) + "…" : word));
            }
            ids.add(Integer.valueOf(word));
        }
        return ids;
    }
}
