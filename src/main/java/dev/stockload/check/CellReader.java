package dev.stockload.check;

import dev.stockload.problem.NoValue;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.WrittenSize;
import dev.stockload.sheet.header.LaterHeaders;
import dev.stockload.sheet.rows.CellKind;
import dev.stockload.sheet.rows.FormatCode;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.stock.Colour;
import dev.stockload.stock.Digits;
import dev.stockload.stock.Size;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads single cells by the rules of their fields, and adds a finding if a cell breaks one. Values
 * are plain numbers, since this runs for a million cells.
 */
final class CellReader {
    static final int BAD_STOCK = -1;

    private static final Pattern LOST_DIGITS = Pattern.compile("\\d([.,]\\d+)?[eE]\\+?\\d+");

    /** 2E10 is a valid item number; a spreadsheet program would write 2E+10. */
    private static final Pattern LOST_ITEM_DIGITS = Pattern.compile("\\d([.,]\\d+)?[eE]\\+\\d+");

    private static final int LONGEST_NUMBER = 40;

    /** The sign before or, as SAP writes it, behind. */
    private static final Pattern BELOW_ZERO =
            Pattern.compile("[-−]\\s*\\d*[1-9]\\d*([.,]\\d+)?|(?=.*[1-9])\\d+([.,]\\d+)?\\s?[-−]");

    /** Digits that a spreadsheet program or a script has changed on the way. */
    private static final Pattern SPOILT_BARCODE =
            Pattern.compile(
                    "'?(\\d+)(?:[.,]0{1,2})?|'?(\\d{1,3}([.,"
                            + " '’\u00A0\u202F])\\d{3}(?:\\3\\d{3})+)");

    private static final int FIRST_YEAR = 1900;
    private static final int LAST_YEAR = 2099;
    private static final int MONTHS = 12;

    /** 2.5, but not 2.500, which may be two thousand and five hundred. */
    private static final Pattern FRACTION =
            Pattern.compile("(0[.,]|\\d+[.,](?!\\d{3}$))\\d*[1-9]\\d*");

    /** Shorter names need no check for dates and length. */
    private static final int SHORTEST_CHECKED_COLOUR = 10;

    /** A spreadsheet program stores 15 digits of a number. */
    private static final double EXACT_NUMBERS = 1e15;

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d([ T]\\d.*)?");
    private static final int SHORTEST_DATE = 10;
    private final LaterHeaders headers;
    private final Lines lines;
    private final Findings findings;
    private final Names items;
    private final Names colours;
    private int row;
    private boolean hasHeaderWord;

    CellReader(LaterHeaders headers, SheetContent content) {
        this.headers = headers;
        this.lines = content.lines();
        this.findings = content.findings();
        this.items = new Names(false);
        this.colours = new Names(true);
    }

    void row(int number) {
        row = number;
        hasHeaderWord = false;
    }

    /** Whether the colour of the row is a word for a column. */
    boolean hasHeaderWord() {
        return hasHeaderWord;
    }

    /** The product id, 0 after a finding. */
    int productId(RowBlock block, int cell) {
        if (block.pad(cell) < 0) {
            return fail(block, cell, ProblemCode.CELL_FORMAT, 0);
        }
        double value = number(block, cell);
        int id = (int) value;
        return id == value && id > 0 ? id : fail(block, cell, ProblemCode.PRODUCT_FORMAT, 0);
    }

    /** The number of a cell, as a spreadsheet program shows it; NaN if there is none. */
    private static double number(RowBlock block, int cell) {
        CellKind kind = block.kind(cell);
        if (kind == CellKind.NUMBER || block.isDigits(cell)) {
            double value = block.value(cell);
            return value == Math.rint(value) ? value : Digits.shown(value);
        }
        String text = kind == CellKind.TEXT ? block.trimmed(cell) : "";
        long number = Digits.number(text) >= 0 ? Digits.number(text) : Digits.written(text);
        return number < 0 ? Double.NaN : number;
    }

    /** The item number with the leading zeros that the cell shows, null after a finding. */
    String item(RowBlock block, int cell) {
        return items.read(block, cell);
    }

    /** The colour as written, null after a finding. */
    String colour(RowBlock block, int cell) {
        return colours.read(block, cell);
    }

    /** Reads names, and caches good ones because they repeat. */
    private final class Names {
        private static final int KEPT = 1 << 11;

        private final boolean areColours;
        private final Map<String, String> good = new HashMap<>();

        Names(boolean areColours) {
            this.areColours = areColours;
        }

        String read(RowBlock block, int cell) {
            if (block.pad(cell) < 0) {
                return fail(block, cell, ProblemCode.CELL_FORMAT, null);
            }
            CellKind kind = block.kind(cell);
            if (kind == CellKind.TEXT) {
                return text(block, cell);
            }
            boolean isNumber = kind == CellKind.NUMBER;
            if (isNumber && Math.abs(block.value(cell)) < EXACT_NUMBERS) {
                return block.paddedText(cell);
            }
            ProblemCode fault = isNumber ? ProblemCode.PRODUCT_DIGITS : ProblemCode.PRODUCT_FORMAT;
            return fail(block, cell, areColours ? ProblemCode.COLOUR_FORMAT : fault, null);
        }

        private String text(RowBlock block, int cell) {
            String text = block.text(cell);
            String known = good.get(text);
            if (known != null) {
                return known;
            }
            String name = block.trimmed(cell);
            boolean isMeant = block.isMeant(cell);
            ProblemCode fault = fault(name, isMeant);
            if (fault != null) {
                return fail(block, cell, fault, null);
            }
            if (areColours && headers.isHeaderWord(name)) {
                hasHeaderWord = true; // and is not cached, so that it is seen each time
                return name;
            }
            if (good.size() == KEPT) {
                good.clear();
            }
            if (!isMeant) {
                good.put(text, name);
            }
            return name;
        }

        /** What is wrong with a name, or null; what looks like none may be meant. */
        private ProblemCode fault(String name, boolean isMeant) {
            ProblemCode fault = faultOf(name);
            if (fault != null && !(isMeant && fault == ProblemCode.CELL_ERROR)) {
                return fault;
            }
            if (!isMeant && areColours && NoValue.hasLostLetters(name)) {
                return ProblemCode.CELL_LOST;
            }
            if (!isMeant && NoValue.of(name) != null) {
                return ProblemCode.CELL_PLACEHOLDER;
            }
            if (!areColours) {
                boolean isLost = name.indexOf('+') > 0 && LOST_ITEM_DIGITS.matcher(name).matches();
                return isLost ? ProblemCode.PRODUCT_DIGITS : null;
            }
            if (name.length() < SHORTEST_CHECKED_COLOUR) {
                return null;
            }
            boolean isLong = name.codePointCount(0, name.length()) > Colour.LONGEST_NAME;
            return isDate(name)
                    ? ProblemCode.COLOUR_FORMAT
                    : isLong ? ProblemCode.COLOUR_LONG : null;
        }
    }

    /** The packed size, 0 after a finding. */
    int size(RowBlock block, int cell) {
        if (block.pad(cell) < 0) {
            return fail(block, cell, ProblemCode.CELL_FORMAT, 0);
        }
        boolean isText = block.kind(cell) == CellKind.TEXT && !block.isDigits(cell);
        String text = isText ? block.trimmed(cell) : "";
        int size = isText ? Size.packed(text) : Size.packed(number(block, cell));
        if (block.kind(cell) == CellKind.DATE || isMonth(size) || isDate(text)) {
            return fail(block, cell, ProblemCode.SIZE_DATE, 0);
        }
        if (size == 0 && WrittenSize.isWithMonth(text)) {
            return fail(block, cell, ProblemCode.SIZE_DATE, 0);
        }
        if (size == 0) {
            size = Size.packed((double) Digits.written(text)); // such as 36.0
        }
        return size != 0 ? size : fail(block, cell, ProblemCode.SIZE_FORMAT, 0);
    }

    /** 10-2012 is a month and no range. */
    private static boolean isMonth(int size) {
        int to = size & 0xFFFF;
        return to >= FIRST_YEAR && to <= LAST_YEAR && size >>> 16 <= MONTHS;
    }

    int stock(RowBlock block, int cell) {
        if (block.pad(cell) == FormatCode.OTHER_MEANING) {
            return fail(block, cell, ProblemCode.CELL_FORMAT, BAD_STOCK);
        }
        double value = number(block, cell);
        int stock = (int) value;
        if (stock == value && stock >= 0) {
            return stock;
        }
        return fail(block, cell, stockFault(value, block.trimmed(cell)), BAD_STOCK);
    }

    private static ProblemCode stockFault(double value, String text) {
        if (value > Integer.MAX_VALUE) {
            return ProblemCode.STOCK_RANGE;
        }
        boolean mayBe = text.length() <= LONGEST_NUMBER;
        if (value < 0 || mayBe && BELOW_ZERO.matcher(text).matches()) {
            return ProblemCode.STOCK_NEGATIVE;
        }
        return value > 0 || mayBe && FRACTION.matcher(text).matches()
                ? ProblemCode.STOCK_FRACTION
                : ProblemCode.STOCK_FORMAT;
    }

    /** The barcode as {@link Lines} keeps it, none after a finding. */
    long barcode(RowBlock block, int cell) {
        if (block.pad(cell) < 0) {
            return fail(block, cell, ProblemCode.CELL_FORMAT, Lines.NO_BARCODE);
        }
        if (block.isDigits(cell)) {
            return lines.keepBarcode((long) block.value(cell), 0);
        }
        if (block.kind(cell) == CellKind.TEXT) {
            return barcode(block, cell, block.trimmed(cell));
        }
        double value = block.value(cell);
        if (block.kind(cell) != CellKind.NUMBER
                || value < 0
                || value < EXACT_NUMBERS && value != Math.rint(value)) {
            return fail(block, cell, ProblemCode.BARCODE_FORMAT, Lines.NO_BARCODE);
        }
        return value < EXACT_NUMBERS
                ? lines.keepBarcode((long) value, block.pad(cell))
                : fail(block, cell, ProblemCode.BARCODE_DIGITS, Lines.NO_BARCODE);
    }

    private long barcode(RowBlock block, int cell, String text) {
        if (Digits.number(text) >= 0 && text.length() <= RowSource.LONGEST_TEXT) {
            return lines.keepBarcode(text);
        }
        if (block.isMeant(cell)) {
            return lines.keepBarcode(text);
        }
        NoValue noValue = NoValue.of(text);
        if (noValue != null && !NoValue.hasLostLetters(text)) {
            return noValue == NoValue.WORD || noValue == NoValue.SIGN
                    ? Lines.NO_BARCODE
                    : fail(block, cell, ProblemCode.CELL_PLACEHOLDER, Lines.NO_BARCODE);
        }
        Matcher spoilt = SPOILT_BARCODE.matcher(text);
        if (text.length() <= LONGEST_NUMBER && text.charAt(0) <= '9' && spoilt.matches()) {
            String digits = spoilt.group(1) == null ? spoilt.group(2) : spoilt.group(1);
            return lines.keepBarcode(digits.replaceAll("\\D", ""));
        }
        if (noValue != null) {
            return fail(block, cell, ProblemCode.CELL_LOST, Lines.NO_BARCODE);
        }
        if (hasLostDigits(text)) {
            return fail(block, cell, ProblemCode.BARCODE_DIGITS, Lines.NO_BARCODE);
        }
        return faultOf(text) == null
                ? lines.keepBarcode(text)
                : fail(block, cell, ProblemCode.BARCODE_FORMAT, Lines.NO_BARCODE);
    }

    /** The second character rules out nearly all texts quickly. */
    private static boolean hasLostDigits(String text) {
        return text.length() > 2
                && ".,eE".indexOf(text.charAt(1)) >= 0
                && LOST_DIGITS.matcher(text).matches();
    }

    /** Adds a finding. An error cell or a missing result says more than the rule it breaks. */
    private <T> T fail(RowBlock block, int cell, ProblemCode fault, T result) {
        ProblemCode code =
                switch (block.kind(cell)) {
                    case ERROR -> ProblemCode.CELL_ERROR;
                    case UNCALCULATED -> ProblemCode.CELL_UNCALCULATED;
                    case TEXT -> Objects.requireNonNullElse(faultOf(block.trimmed(cell)), fault);
                    default -> fault;
                };
        findings.add(row, block.column(cell), code, block.text(cell), 0);
        return result;
    }

    /** The problem of a text, or null. */
    private static ProblemCode faultOf(String text) {
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

    static boolean isDate(String text) {
        return text.length() >= SHORTEST_DATE
                && text.charAt(4) == '-'
                && DATE.matcher(text).matches();
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
