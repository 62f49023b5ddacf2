package dev.stockload.problem;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What people and programs write where there is no value. */
public enum NoValue {
    WORD("means that there is no value"),
    SIGN("is a sign and no value"),
    NULL("looks like a null of a database"),
    BLANK("looks like an empty cell of a pivot table or a report"),
    NEGATION("says that there is no value"),
    CUT("was cut off, or was not loaded yet");

    private static final Set<String> WORDS =
            Set.of(
                    """
                    n/a na n.a. n.a none null (null) nil nan undefined unknown unassigned 无 暂无 没有
                    """
                            .strip()
                            .split(" "));

    private static final Pattern A_NULL =
            Pattern.compile("\\\\N|[\\[<{(]+(null|nil)[\\]>})]+", Pattern.CASE_INSENSITIVE);

    private static final Pattern SIGNS = Pattern.compile("[\\p{P}\\p{Sm}\\p{Zs}]+");

    /** Nothing but brackets with something in them, in any language. */
    private static final Pattern BRACKETS =
            Pattern.compile("\\([^()]*\\)|（[^（）]*）|\\[[^\\[\\]]*]|<[^<>]*>|\\{[^{}]*}");

    private static final Pattern NOT_SO =
            Pattern.compile(
                    "(not|nicht|non|no|niet|nie|não|ikke|inte|keine?|ohne|sin|sans|senza|sem|zonder)"
                        + " \\p{L}+",
                    Pattern.CASE_INSENSITIVE);

    /** {@code k.A.} */
    private static final Pattern ABBREVIATION = Pattern.compile("\\p{Ll}(\\.\\p{L}){1,2}\\.?");

    /** The letters that the words begin with rule out nearly all others quickly. */
    private static final String FIRST_LETTERS = "nNuUiI无暂没";

    private static final int LONGEST = 40;

    private final String words;

    NoValue(String words) {
        this.words = words;
    }

    String advice() {
        return words;
    }

    /** What a text looks like; null if it says something. */
    public static NoValue of(String text) {
        if (text.isEmpty() || text.length() > LONGEST) {
            return null;
        }
        char first = text.charAt(0);
        boolean isLetter = Character.isLetterOrDigit(first);
        if ((!isLetter || FIRST_LETTERS.indexOf(first) >= 0)
                && WORDS.contains(text.toLowerCase(Locale.ROOT))) {
            return WORD;
        }
        if (!isLetter && SIGNS.matcher(text).matches()) {
            return SIGN;
        }
        if (text.endsWith("…") || text.endsWith("...")) {
            return CUT;
        }
        if (isLetter) {
            return text.indexOf(' ') > 0 && NOT_SO.matcher(text).matches()
                    ? NEGATION
                    : text.indexOf('.') == 1 && ABBREVIATION.matcher(text).matches() ? WORD : null;
        }
        return A_NULL.matcher(text).matches()
                ? NULL
                : BRACKETS.matcher(text).matches() ? BLANK : null;
    }

    /** Whether letters of a name became question marks, as in {@code Gr?n}. */
    public static boolean hasLostLetters(String name) {
        int first = name.indexOf('?');
        boolean isLost = first == 0 && name.length() > 1 && name.matches("\\?+");
        for (int at = first; at >= 0 && !isLost; at = name.indexOf('?', at + 1)) {
            isLost =
                    at > 0 && Character.isLetter(name.charAt(at - 1))
                            || at + 1 < name.length() && Character.isLetter(name.charAt(at + 1));
        }
        return isLost;
    }
}
