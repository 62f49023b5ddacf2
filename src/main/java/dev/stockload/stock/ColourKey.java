package dev.stockload.stock;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Normalizes colour names, so that spellings of a colour within a product have the same key: NFC,
 * no case, no invisible characters, single spaces.
 */
public final class ColourKey {
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cf}\\uFE00-\\uFE0F]+");
    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}]+");

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
        String seen = INVISIBLE.matcher(composed).replaceAll("");
        return SPACES.matcher(seen).replaceAll(" ").strip();
    }
}
