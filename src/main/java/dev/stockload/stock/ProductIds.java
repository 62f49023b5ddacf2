package dev.stockload.stock;

import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Product ids as people type or paste them: whole numbers above 0. */
public final class ProductIds {
    private static final Pattern BETWEEN = Pattern.compile("[\\s,;、，；]+");

    private ProductIds() {}

    public static OptionalInt parse(String text) {
        long id = text.startsWith("0") ? -1 : Digits.number(text);
        return id < 1 || id > Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of((int) id);
    }

    public static List<String> words(String text) {
        return BETWEEN.splitAsStream(text.strip()).filter(word -> !word.isEmpty()).toList();
    }
}
