package dev.stockload.sheet.xlsx;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.stockload.sheet.rows.EightBytes;

import java.util.Arrays;

/**
 * Parses a cell in the usual form, {@code <c r="B12" s="1" t="s"><v>34</v></c>}, in one step: a
 * place, a style and a whole number, the index of a shared text, or a short inline text. Other
 * cells are parsed tag by tag. The end of a row and the start of the next are one step too.
 */
final class PlainCell {
    static final int NONE = -1;

    /** Longer than any cell that is read here, so that no step has to check the limit. */
    private static final int LONGEST = 136;

    private static final int MOST_LETTERS = 3;
    private static final int MOST_ROW_DIGITS = 7;
    private static final int LARGEST_ROW = 9_999_999;
    private static final int MOST_STYLE_DIGITS = 5;

    /** The number of digits that are exact in a cell's number. */
    private static final int MOST_DIGITS = 15;

    private static final int MOST_TEXT = 48;
    private static final int START_LENGTH = "<c r=\"".length();
    private static final long START = EightBytes.of("<c r=\"");
    private static final int VALUE_START_LENGTH = "><v>".length();
    private static final int VALUE_START = (int) EightBytes.of("><v>");
    private static final long VALUE_END = EightBytes.of("</v></c>");
    private static final byte[] ROW_START = "<row r=\"".getBytes(US_ASCII);
    private static final long ROW_END = EightBytes.of("</row><r");
    private static final long NEXT_ROW = EightBytes.of("ow r=\"");
    private static final int NEXT_ROW_LENGTH = "</row><row r=\"".length();
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

    /** A row, and its number in digits with the quote behind. */
    private int row;

    private long label;
    private int labelLength;

    /** The start tag of the last row from behind its number on; null if it is of another form. */
    private byte[] rowAttributes;

    /** Returns the end of the cell that starts here, or {@link #NONE} if it has another form. */
    int read(byte[] all, int from, int limit, int wantedRow) {
        if (limit - from < LONGEST || !has(START, START_LENGTH, all, from)) {
            return NONE;
        }
        int i = readColumn(all, from + START_LENGTH);
        if (!isLabel(wantedRow, all, i)) {
            return NONE;
        }
        i = readType(all, i + labelLength);
        if (isInline) {
            return readInline(all, i);
        }
        if (i == NONE || (int) EightBytes.at(all, i) != VALUE_START) {
            return NONE;
        }
        value = digits(all, i + VALUE_START_LENGTH, MOST_DIGITS);
        if (value < 0) {
            return NONE;
        }
        i = at;
        if (all[i] == '.' && all[i + 1] == '0') {
            i += 2;
        }
        return EightBytes.at(all, i) == VALUE_END ? i + Long.BYTES : NONE;
    }

    /** Keeps the attributes of the row whose start tag this is. */
    void keepRow(byte[] all, int from, int to) {
        rowAttributes = null;
        boolean isPlain = to - from > ROW_START.length && matches(all, from, ROW_START);
        if (isPlain && digits(all, from + ROW_START.length, MOST_ROW_DIGITS) > 0) {
            rowAttributes = Arrays.copyOfRange(all, at, to);
        }
    }

    /**
     * Returns the end of the start tag of this row, if a row ends here and this one follows with
     * the attributes of the last one, else {@link #NONE}.
     */
    int readNextRow(byte[] all, int from, int limit, int next) {
        int number = from + NEXT_ROW_LENGTH;
        if (rowAttributes == null
                || limit - number < Long.BYTES + rowAttributes.length
                || EightBytes.at(all, from) != ROW_END
                || !has(NEXT_ROW, NEXT_ROW_LENGTH - Long.BYTES, all, from + Long.BYTES)
                || !isLabel(next, all, number)) {
            return NONE;
        }
        int quote = number + labelLength - 1;
        int end = quote + rowAttributes.length;
        return Arrays.equals(rowAttributes, 0, rowAttributes.length, all, quote, end) ? end : NONE;
    }

    private static boolean has(long wanted, int length, byte[] all, int at) {
        return (EightBytes.at(all, at) & EightBytes.mask(length)) == wanted;
    }

    private boolean isLabel(int wanted, byte[] all, int i) {
        if (wanted != row) {
            row = wanted;
            label = '"';
            labelLength = 1;
            for (int rest = row; rest > 0 && labelLength < Long.BYTES; rest /= 10) {
                label = label << Byte.SIZE | '0' + rest % 10;
                labelLength++;
            }
        }
        return wanted <= LARGEST_ROW && has(label, labelLength, all, i);
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
