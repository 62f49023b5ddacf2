package dev.stockload.sheet.rows;

import org.jsoup.Jsoup;

import java.text.Normalizer;

/**
 * Text as a person sees it: trimmed, without invisible characters, in NFC, and without the {@code
 * ="…"} that exports put around texts to keep them from becoming numbers.
 */
public final class PlainText {
    private static final char SOFT_HYPHEN = '\u00AD';
    private static final char FIRST_COMBINING = '\u0300';
    private static final char FIRST_JOINING_SCRIPT = '\u0590';

    /** Unified ideographs do not change in any normal form. */
    static final char FIRST_IDEOGRAPH = '\u4E00';

    static final char LAST_IDEOGRAPH = '\u9FFF';

    private PlainText() {}

    public static String of(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isInvisible(text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (from < to && isInvisible(text.codePointBefore(to))) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        String trimmed = text.substring(from, to);
        if (isPlain(trimmed)) {
            return trimmed;
        }
        if (isQuotedFormula(trimmed)) {
            return of(trimmed.substring(2, trimmed.length() - 1).replace("\"\"", "\""));
        }
        return Normalizer.normalize(visible(trimmed), Normalizer.Form.NFC);
    }

    /** A text as a web page shows it. */
    public static String ofPage(String text) {
        return Jsoup.parseBodyFragment(text).text();
    }

    public static boolean isBlank(String text) {
        boolean mayBe = text.isEmpty() || text.charAt(0) == '=' || isInvisible(text.codePointAt(0));
        return mayBe && of(text).isEmpty();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isIdeograph = c >= FIRST_IDEOGRAPH && c <= LAST_IDEOGRAPH;
            if (c >= FIRST_COMBINING && !isIdeograph || c == SOFT_HYPHEN) {
                return false;
            }
        }
        return !isQuotedFormula(text);
    }

    /** {@code ="0042"}: programs keep leading zeros like this in a spreadsheet program. */
    public static boolean isQuotedFormula(String text) {
        return text.length() > 3
                && text.charAt(0) == '='
                && text.charAt(1) == '"'
                && text.endsWith("\"")
                && text.substring(2, text.length() - 1).replace("\"\"", "").indexOf('"') < 0;
    }

    private static String visible(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        int before = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            boolean isInvisible = Character.getType(c) == Character.FORMAT && !isJoiner(c, before);
            if (!isInvisible || isBetweenDigits(text, i, before)) {
                visible.appendCodePoint(c);
                before = c;
            }
        }
        return visible.toString();
    }

    /** Two numbers or a range must not become one number. */
    private static boolean isBetweenDigits(String text, int next, int before) {
        return Character.isDigit(before)
                && next < text.length()
                && Character.isDigit(text.charAt(next));
    }

    /** In joining scripts and in emoji, joiners change what is visible. */
    private static boolean isJoiner(int c, int before) {
        return (c == '\u200C' || c == '\u200D') && before >= FIRST_JOINING_SCRIPT;
    }

    /** Spaces of all kinds, line breaks and format characters. */
    private static boolean isInvisible(int c) {
        if (c <= ' ') {
            return c == ' ' || c == '\t' || c == '\n' || c == '\r';
        }
        return c > 0x7E && (Character.isSpaceChar(c) || Character.getType(c) == Character.FORMAT);
    }

    /** Whether a formula begins there, maybe with a full-width sign or after spaces. */
    public static boolean beginsAsFormula(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) <= ' ' || isInvisible(text.charAt(at)))) {
            at++;
        }
        return at < text.length() && "=+-@＝＋－＠".indexOf(text.charAt(at)) >= 0
                || from < text.length() && "\t\r".indexOf(text.charAt(from)) >= 0;
    }
}
