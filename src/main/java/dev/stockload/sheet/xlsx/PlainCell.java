package dev.stockload.sheet.xlsx;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * Parses a cell in the usual form, {@code <c r="B12" s="1" t="s"><v>34</v></c>}, in one step: a
 * place, a style and a whole number, the index of a shared text, or a short inline text. Other
 * cells are parsed tag by tag.
 */
final class PlainCell {
    static final int NONE = -1;

    /** Longer than any cell that is read here, so that no step has to check the limit. */
    private static final int LONGEST = 136;

    private static final int MOST_LETTERS = 3;
    private static final int MOST_ROW_DIGITS = 7;
    private static final int MOST_STYLE_DIGITS = 5;

    /** The number of digits that are exact in a cell's number. */
    private static final int MOST_DIGITS = 15;

    private static final int MOST_TEXT = 48;
    private static final int START = "<c r=\"".length();
    private static final int VALUE_START = "><v>".length();
    private static final int VALUE_END = "</v></c>".length();
    private static final byte[] INLINE = "inlineStr\"".getBytes(US_ASCII);
    private static final byte[] INLINE_START = "><is><t".getBytes(US_ASCII);
    private static final byte[] PRESERVE_SPACE = " xml:space=\"preserve\"".getBytes(US_ASCII);
    private static final byte[] INLINE_END = "</t></is></c>".getBytes(US_ASCII);

    /** From 0; -1 if the cell names none. */
    int column;

    int style;
    boolean isShared;

    /** Whether the cell has an inline text, of ASCII characters. */
    boolean isInline;

    long value;
    int textStart;
    int textEnd;

    /** The end of the digits that were read last. */
    private int at;

    /** Returns the end of the cell that starts here, or {@link #NONE} if it has another form. */
    int read(byte[] all, int from, int limit, int row) {
        if (limit - from < LONGEST || !isStart(all, from)) {
            return NONE;
        }
        int i = readColumn(all, from + START);
        if (digits(all, i, MOST_ROW_DIGITS) != row || all[at] != '"') {
            return NONE;
        }
        i = readType(all, at + 1);
        if (isInline) {
            return readInline(all, i);
        }
        if (i == NONE || !isValueStart(all, i)) {
            return NONE;
        }
        value = digits(all, i + VALUE_START, MOST_DIGITS);
        if (value < 0) {
            return NONE;
        }
        i = at;
        if (all[i] == '.' && all[i + 1] == '0') {
            i += 2;
        }
        return isValueEnd(all, i) ? i + VALUE_END : NONE;
    }

    private int readColumn(byte[] all, int from) {
        int letters = 0;
        int i = from;
        int stop = from + MOST_LETTERS;
        while (i < stop && all[i] >= 'A' && all[i] <= 'Z') {
            letters = letters * 26 + all[i] - 'A' + 1;
            i++;
        }
        column = letters - 1;
        return i;
    }

    /** Reads the attributes after the place; returns their end. */
    private int readType(byte[] all, int from) {
        int i = from;
        style = 0;
        isShared = false;
        isInline = false;
        if (isAttribute(all, i, 's')) {
            style = (int) digits(all, i + 4, MOST_STYLE_DIGITS);
            if (style < 0 || all[at] != '"') {
                return NONE;
            }
            i = at + 1;
        }
        if (isAttribute(all, i, 't')) {
            isInline = all[i + 4] == 'i' && matches(all, i + 4, INLINE);
            if (isInline) {
                return i + 4 + INLINE.length;
            }
            isShared = all[i + 4] == 's';
            if (!isShared && all[i + 4] != 'n' || all[i + 5] != '"') {
                return NONE;
            }
            i += 6;
        }
        return i;
    }

    /** Reads an ASCII text without entities; returns the end of the cell. */
    private int readInline(byte[] all, int from) {
        int i = from + INLINE_START.length;
        if (!matches(all, from, INLINE_START)) {
            return NONE;
        }
        if (all[i] == ' ' && matches(all, i, PRESERVE_SPACE)) {
            i += PRESERVE_SPACE.length;
        }
        if (all[i] != '>') {
            return NONE;
        }
        textStart = i + 1;
        i = textStart;
        int stop = textStart + MOST_TEXT;
        while (i < stop && all[i] >= ' ' && all[i] <= '~' && all[i] != '<' && all[i] != '&') {
            i++;
        }
        textEnd = i;
        return matches(all, i, INLINE_END) ? i + INLINE_END.length : NONE;
    }

    /** Compared one by one, since a loop takes a tenth of the time of a sheet. */
    private static boolean isStart(byte[] all, int i) {
        return all[i] == '<'
                && all[i + 1] == 'c'
                && all[i + 2] == ' '
                && all[i + 3] == 'r'
                && all[i + 4] == '='
                && all[i + 5] == '"';
    }

    private static boolean isValueStart(byte[] all, int i) {
        return all[i] == '>' && all[i + 1] == '<' && all[i + 2] == 'v' && all[i + 3] == '>';
    }

    private static boolean isValueEnd(byte[] all, int i) {
        return all[i] == '<'
                && all[i + 1] == '/'
                && all[i + 2] == 'v'
                && all[i + 3] == '>'
                && all[i + 4] == '<'
                && all[i + 5] == '/'
                && all[i + 6] == 'c'
                && all[i + 7] == '>';
    }

    private static boolean matches(byte[] all, int at, byte[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (all[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAttribute(byte[] all, int i, char name) {
        return all[i] == ' ' && all[i + 1] == name && all[i + 2] == '=' && all[i + 3] == '"';
    }

    /** The number of at most this many digits at a place; {@link #NONE} if there are none. */
    private long digits(byte[] all, int from, int most) {
        long number = 0;
        int i = from;
        int stop = from + most;
        while (i < stop && all[i] >= '0' && all[i] <= '9') {
            number = number * 10 + all[i] - '0';
            i++;
        }
        at = i;
        return i == from ? NONE : number;
    }
}
