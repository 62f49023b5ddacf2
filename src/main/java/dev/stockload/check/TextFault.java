package dev.stockload.check;

import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.rows.CellKind;
import dev.stockload.sheet.rows.RowSource;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Problems of a text in any column. */
final class TextFault {
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d([ T]\\d.*)?");
    private static final int SHORTEST_DATE = 10;

    /** What people and programs write for a missing value. */
    private static final Set<String> PLACEHOLDERS =
            Set.of(
                    """
                    - -- --- – — / ? ?? ??? n/a na n.a. n.a #n/a none null (null) nil nan
                    undefined 无 暂无 没有
                    """
                            .strip()
                            .split("\\s+"));

    private static final int LONGEST_PLACEHOLDER = 9;

    /** The first character rules out nearly all texts quickly. */
    private static final String FIRST_OF_PLACEHOLDERS = "-–—/?#(nNuU无暂没";

    private TextFault() {}

    /** The problem of a text, or null. */
    static ProblemCode of(String text) {
        if (text.length() > RowSource.LONGEST_TEXT) {
            return ProblemCode.CELL_LONG;
        }
        if (CellKind.isError(text)) {
            return ProblemCode.CELL_ERROR;
        }
        if (!text.isEmpty() && text.charAt(0) == '=') {
            return ProblemCode.CELL_UNCALCULATED;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isControl(c)) {
                return ProblemCode.CELL_CONTROL;
            }
            if (c == '\uFFFD') {
                return ProblemCode.CELL_LOST;
            }
        }
        return null;
    }

    /** Whether a text is an ISO date, with or without a time. */
    static boolean isDate(String text) {
        return text.length() >= SHORTEST_DATE
                && text.charAt(4) == '-'
                && DATE.matcher(text).matches();
    }

    static boolean isPlaceholder(String text) {
        return !text.isEmpty()
                && text.length() <= LONGEST_PLACEHOLDER
                && FIRST_OF_PLACEHOLDERS.indexOf(text.charAt(0)) >= 0
                && PLACEHOLDERS.contains(text.toLowerCase(Locale.ROOT));
    }

    /**
     * A line break in a name comes from an unclosed quote or a typo. Format characters other than
     * joiners remain only between digits.
     */
    private static boolean isControl(char c) {
        return c < ' ' || c >= 0x7F && (c <= 0x9F || c == '\u2028' || c == '\u2029' || isFormat(c));
    }

    private static boolean isFormat(char c) {
        return Character.getType(c) == Character.FORMAT && c != '\u200C' && c != '\u200D';
    }
}
