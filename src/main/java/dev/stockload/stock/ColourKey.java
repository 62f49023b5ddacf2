package dev.stockload.stock;

import java.text.Normalizer;
import java.util.Locale;

/**
 * Normalizes colour names, so that spellings of a colour within a product have the same key: NFC,
 * no case, no invisible characters, single spaces.
 */
public final class ColourKey {
    private ColourKey() {}

    public static String of(String name) {
        return isPlain(name) ? name.toLowerCase(Locale.ROOT) : folded(name);
    }

    /** Whether a name is ASCII with single spaces, as most names are; folding is slow. */
    private static boolean isPlain(String name) {
        char before = ' ';
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < ' ' || c > '~' || c == ' ' && before == ' ') {
                return false;
            }
            before = c;
        }
        return before != ' ';
    }

    private static String folded(String name) {
        // Through upper case, which makes straße and strasse equal.
        String small = name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        String composed = Normalizer.normalize(small, Normalizer.Form.NFC);
        StringBuilder key = new StringBuilder(composed.length());
        composed.codePoints()
                .filter(c -> !isInvisible(c))
                .map(c -> isSpace(c) ? ' ' : c)
                .filter(c -> c != ' ' || key.length() > 0 && key.charAt(key.length() - 1) != ' ')
                .forEach(key::appendCodePoint);
        return key.toString().strip();
    }

    private static boolean isInvisible(int c) {
        return Character.getType(c) == Character.FORMAT || c >= 0xFE00 && c <= 0xFE0F;
    }

    private static boolean isSpace(int c) {
        return c >= '\t' && c <= '\r' || Character.isSpaceChar(c);
    }
}
