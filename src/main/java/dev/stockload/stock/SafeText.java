package dev.stockload.stock;

import java.nio.charset.StandardCharsets;

/**
 * Text from outside that can always be written: cut between characters, never within a surrogate
 * pair, and without halves of pairs, which no encoding has.
 */
public final class SafeText {
    private static final String ELLIPSIS = "…";

    /** Below it, as a signed byte, are those that go on with a letter of UTF-8. */
    private static final byte FIRST_OF_LETTER = (byte) 0xC0;

    private SafeText() {}

    /** At most this many characters (code points); an ellipsis follows if there were more. */
    public static String cut(String text, int longest) {
        if (text.length() <= longest || text.codePointCount(0, text.length()) <= longest) {
            return repaired(text);
        }
        return repaired(text.substring(0, text.offsetByCodePoints(0, longest))) + ELLIPSIS;
    }

    /**
     * The beginning that fits into a place of this many UTF-16 units, such as a column of a table,
     * with {@code end} in place of the rest.
     */
    public static String fit(String text, int units, String end) {
        if (text.length() <= units) {
            return repaired(text);
        }
        int room = Math.max(0, units - end.length());
        return repaired(text.substring(0, room - (isWithinPair(text, room) ? 1 : 0))) + end;
    }

    public static String fit(String text, int units) {
        return fit(text, units, ELLIPSIS);
    }

    /** The end that fits into this many bytes of UTF-8, as systems count names of files. */
    public static String last(String text, int most) {
        byte[] bytes = repaired(text).getBytes(StandardCharsets.UTF_8);
        int from = Math.max(0, bytes.length - most);
        while (from < bytes.length && bytes[from] < FIRST_OF_LETTER) {
            from++;
        }
        return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    }

    private static boolean isWithinPair(String text, int at) {
        return at > 0
                && at < text.length()
                && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
    }

    /** The text with the replacement character U+FFFD for each half of a surrogate pair. */
    public static String repaired(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (Character.isSurrogate(text.charAt(at))) {
                return replaced(text, at);
            }
        }
        return text;
    }

    private static String replaced(String text, int from) {
        StringBuilder repaired = new StringBuilder(text.length()).append(text, 0, from);
        text.substring(from)
                .codePoints()
                .map(c -> Character.getType(c) == Character.SURROGATE ? '\uFFFD' : c)
                .forEach(repaired::appendCodePoint);
        return repaired.toString();
    }
}
