package dev.stockload.sheet.rows;

import org.apache.commons.lang3.StringUtils;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a format such as {@code yyyy-mm-dd}, {@code 0000} or {@code "S-"0} says of a cell.
 *
 * @param ofNumber the minimum number of digits of a format of zeros only, {@link #DATE}, {@link
 *     #MORE_SHOWN}, {@link #OTHER_MEANING}, or 0
 * @param ofText what it adds to a text: {@link #MORE_SHOWN}, {@link #OTHER_MEANING}, or 0
 */
public record FormatCode(int ofNumber, int ofText) {
    private static final String SPACE = "[_*].|\\\\? |\" *\"";

    private static final Pattern ZEROS =
            Pattern.compile(
                    "(?:\\[(?:\\$-[^]]+|black|blue|cyan|green|magenta|red|white|yellow|color"
                            + " ?\\d+)]"
                            + "|SPACE)*+#*(0{2,30})(?:SPACE)*+(?:;.*)?".replace("SPACE", SPACE),
                    Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern SECTION =
            Pattern.compile("((?:\"[^\"]*\"?|\\\\.|[_*].|\\[[^]]*]?|[^;])*+)(;|$)");

    private static final int TEXT_SECTION = 4;

    /** A format for numbers, though it has letters. */
    private static final Pattern GENERAL = Pattern.compile("General", Pattern.CASE_INSENSITIVE);

    /** Words for the units in which stock is counted. */
    public static final Set<String> PIECES =
            Set.of(
                    """
                    pc pcs piece pieces unit units ea each pair pairs prs stk stck stück paar paare
                    pièces paires pezzi paia pares stuks szt 件 双 个 只 条 套 足 点 개 켤레
                    """
                            .strip()
                            .split("\\s+"));

    public static final int DATE = -1;

    /** Shows signs or words that the number does not say, such as {@code 0-00000-0}. */
    public static final int MORE_SHOWN = -2;

    /** Shows what also changes the meaning of a stock, such as dozens or per cent. */
    public static final int OTHER_MEANING = -3;

    static final FormatCode OF_DATES = new FormatCode(DATE, 0);

    public static final FormatCode NONE = new FormatCode(0, 0);

    /** {@code code} is null if the cell has none. */
    public static FormatCode of(String code) {
        FormatCode format = code == null ? NONE : new FormatCode(pad(code), ofText(code));
        return format.equals(NONE) ? NONE : format;
    }

    private static int pad(String code) {
        if (isDate(code)) {
            return DATE;
        }
        int zeros = zeros(code);
        return zeros > 0 ? zeros : meaning(Section.of(numbers(code)).shown);
    }

    private static String numbers(String code) {
        return GENERAL.matcher(code).replaceAll("0");
    }

    /** What the format adds to a text: its fourth section, or the last one if that has an @. */
    private static int ofText(String code) {
        Matcher sections = SECTION.matcher(numbers(code));
        int count = 0;
        do {
            sections.find();
            count++;
        } while (count < TEXT_SECTION && !sections.group(2).isEmpty());
        String last = sections.group(1);
        return count == TEXT_SECTION || last.indexOf('@') >= 0
                ? meaning(Section.of(last).shown)
                : 0;
    }

    /**
     * The first section of a format, or all of them if it depends on the number.
     *
     * @param codes what is neither in quotes or brackets nor after a backslash
     * @param shown what is shown around the digits
     * @param isElapsed whether it shows elapsed time such as {@code [h]}
     */
    private record Section(String codes, String shown, boolean isElapsed) {
        static Section of(String code) {
            StringBuilder codes = new StringBuilder();
            StringBuilder shown = new StringBuilder();
            boolean isElapsed = false;
            boolean isConditional = false;
            for (int i = 0; i < code.length(); i++) {
                char c = code.charAt(i);
                if (c == '"' || c == '[') {
                    int end = end(code, c == '"' ? '"' : ']', i + 1);
                    String within = code.substring(i + 1, end);
                    shown.append(c == '"' ? within : "");
                    isConditional |= c == '[' && within.matches("[<>].*");
                    isElapsed |= c == '[' && within.matches("(?i)h+|m+|s+");
                    i = end;
                } else if (c == '\\' && i + 1 < code.length()) {
                    shown.append(code.charAt(++i));
                } else if (c == '_' || c == '*') {
                    i++;
                } else if (c == ';' && !isConditional) {
                    break;
                } else {
                    codes.append(c);
                    shown.append("0#?.,/+;eE@".indexOf(c) < 0 ? String.valueOf(c) : "");
                }
            }
            return new Section(codes.toString(), shown.toString(), isElapsed);
        }

        private static int end(String code, char mark, int from) {
            int end = code.indexOf(mark, from);
            return end < 0 ? code.length() : end;
        }
    }

    /** What a text around a number, or none, says of it. */
    public static int meaning(String text) {
        String shown = text.replaceAll("[\\s\\p{Z}\\p{Sc}]|(?<=\\p{L})\\.", "");
        if (shown.isEmpty()) {
            return 0;
        }
        boolean isUnit = PIECES.contains(shown.toLowerCase(Locale.ROOT));
        boolean isMore = isUnit || shown.matches("[^\\p{L}\\p{N}%‰]+");
        return isMore ? MORE_SHOWN : OTHER_MEANING;
    }

    /**
     * Whether a format shows dates or times: it has letters for them, and no digits except
     * fractions of a second.
     */
    static boolean isDate(String format) {
        Section section = Section.of(numbers(format));
        String codes = StringUtils.substringBefore(section.codes, ";");
        boolean hasLetters = section.isElapsed;
        boolean afterPoint = false;
        for (int i = 0; i < codes.length(); i++) {
            char c = codes.charAt(i);
            if (c == '.') {
                afterPoint = hasLetters;
                continue;
            }
            if (c == 'e' || c == 'E') {
                hasLetters |= i + 1 == codes.length() || "+-".indexOf(codes.charAt(i + 1)) < 0;
            } else if (c == '#' || c == '?' || c == '0' && !afterPoint || c == '@') {
                return false;
            }
            hasLetters |= "dmyhs".indexOf(Character.toLowerCase(c)) >= 0;
            afterPoint &= c == '0';
        }
        return hasLetters;
    }

    /**
     * The minimum number of digits of a format of zeros only; 0 for any other. Ignores colours,
     * languages, spaces and the sections for negative numbers and texts.
     */
    static int zeros(String code) {
        Matcher found = ZEROS.matcher(code);
        return found.matches() ? found.group(1).length() : 0;
    }
}
