package dev.stockload.sheet.rows;

import dev.stockload.stock.SafeText;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.stream.XMLStreamReader;

/** Collects the characters of one cell and converts them to a number or text with few objects. */
public final class CellBuffer {
    static final int LONGEST = 1_000_000;
    private static final Pattern ESCAPE = Pattern.compile("_x([0-9A-Fa-f]{4})_");

    private char[] chars = new char[64];
    private int length;
    private TextPool pool;

    public void clear() {
        length = 0;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    public void append(XMLStreamReader xml) {
        int more = xml.getTextLength();
        room(more);
        System.arraycopy(xml.getTextCharacters(), xml.getTextStart(), chars, length, more);
        length += more;
    }

    /** Appends ASCII; returns the first byte that needs decoding or makes the cell too long. */
    public int appendPlain(byte[] bytes, int from, int to) {
        if (to - from > LONGEST - length) {
            return from;
        }
        room(to - from);
        char[] all = chars;
        int end = length;
        int i = from;
        for (; i < to; i++) {
            byte next = bytes[i];
            if (next < 0 || next == '&' || next == '\r') {
                break;
            }
            all[end++] = (char) next;
        }
        length = end;
        return i;
    }

    public void append(char c) {
        if (length == chars.length) {
            room(1);
        }
        chars[length++] = c;
    }

    public void appendCodePoint(int code) {
        for (char c : Character.toChars(code)) {
            append(c);
        }
    }

    public static UnusableSheetException tooLong() {
        return new UnusableSheetException("has a cell of more than a million characters");
    }

    private void room(int more) {
        if (length + more > LONGEST) {
            throw tooLong();
        }
        if (length + more > chars.length) {
            chars = Arrays.copyOf(chars, Math.max(length + more, chars.length * 2));
        }
    }

    /** The characters as a number; NaN if they are not one. */
    public double number() {
        if (length == 0) {
            return Double.NaN;
        }
        long digits = NumberText.digits(chars, 0, length);
        return digits < 0 ? decimal() : digits;
    }

    private double decimal() {
        if (chars[length - 1] > '9') {
            return Double.NaN; // Java also parses 1d, 1f and NaN
        }
        try {
            return Double.parseDouble(new String(chars, 0, length));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    public boolean isTrue() {
        return number() == 1 || text().equalsIgnoreCase("true");
    }

    /** The characters as an index; -1 if they are not one. */
    public int index() {
        double number = number();
        return number >= 0 && number <= Integer.MAX_VALUE ? (int) number : -1;
    }

    public String raw() {
        return new String(chars, 0, length);
    }

    public String text() {
        return decoded(raw());
    }

    /** The same object for equal short texts of a column, since colours and sizes repeat. */
    public String text(int column) {
        if (pool == null) {
            pool = new TextPool();
        }
        return decoded(pool.of(column, chars, 0, length));
    }

    /** Adds the characters as a number, or as a text if they are not one. */
    public void addNumber(RowBlock block, int column) {
        double number = number();
        if (Double.isNaN(number)) {
            block.addText(column, text());
        } else {
            block.addNumber(column, number);
        }
    }

    /** Adds the characters as a text cell, plain digits as a number. */
    public void addTo(RowBlock block, int column) {
        if (length == 0) {
            return;
        }
        long number = NumberText.wholeNumber(chars, 0, length);
        if (number >= 0) {
            block.addDigits(column, number);
        } else {
            block.addText(column, text(column));
        }
    }

    /** Excel writes characters that XML cannot hold as {@code _x000D_}. */
    private static String decoded(String text) {
        if (!text.contains("_x")) {
            return text;
        }
        Matcher escapes = ESCAPE.matcher(text);
        return SafeText.repaired(escapes.replaceAll(found -> quoted(found.group(1))));
    }

    private static String quoted(String hex) {
        return Matcher.quoteReplacement(Character.toString(Integer.parseInt(hex, 16)));
    }
}
