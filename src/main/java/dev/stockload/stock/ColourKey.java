package dev.stockload.stock;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What all spellings of one colour of a product have in common: the name in NFC, without case and
 * invisible characters, runs of spaces as one.
 */
public final class ColourKey {
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cf}\\uFE00-\\uFE0F]+");
    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}]+");

    private ColourKey() {}

    /** The key of a name; the name itself where it is its own key. */
    public static String of(String name) {
        return isKey(name) ? name : folded(name);
    }

    /** Most names are plain small letters, or differ from them in their first letter alone. */
    private static boolean isKey(String name) {
        char before = ' ';
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < ' ' || c > '~' || c >= 'A' && c <= 'Z' || c == ' ' && before == ' ') {
                return false;
            }
            before = c;
        }
        return before != ' ';
    }

    private static String folded(String name) {
        // Capitals first: they bring together what small letters keep apart, as in straße.
        String small = name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        String composed = Normalizer.normalize(small, Normalizer.Form.NFC);
        String seen = INVISIBLE.matcher(composed).replaceAll("");
        return SPACES.matcher(seen).replaceAll(" ").strip();
    }
}
