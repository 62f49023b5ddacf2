package dev.stockload.stock;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.regex.Pattern;

/** Parses plain digits. Java's own parsing also accepts signs and digits of other scripts. */
public final class Digits {
    private static final long LARGE = 100_000_000_000_000_000L;

    /** One, two, or more than three zeros; three may be thousands. */
    private static final String ZEROS = "(?:0{1,2}|0{4,20})";

    private static final Pattern WITH_FRACTION =
            Pattern.compile(
                    "\\d{1,9}[.,]ZEROS|\\d{1,3}(?:,\\d{3}){1,3}\\.0{1,20}|\\d{1,3}(?:[. '’\u00A0\u202F]\\d{3}){1,3},0{1,20}"
                            .replace("ZEROS", ZEROS));

    private static final Pattern CALCULATED = Pattern.compile("\\d{1,9}[.,]\\d{10,20}");

    /** The digits that a spreadsheet program shows of a number. */
    private static final MathContext SHOWN = new MathContext(15);

    private static final int LONGEST = 40;

    private Digits() {}

    /** A whole number as other programs write it, such as 5.00 or 1,250.00; -1 if it is not one. */
    public static long written(String text) {
        if (text.length() > LONGEST || text.indexOf('.') < 0 && text.indexOf(',') < 0) {
            return -1;
        }
        if (WITH_FRACTION.matcher(text).matches()) {
            int end = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
            return number(text.substring(0, end).replaceAll("\\D", ""));
        }
        if (CALCULATED.matcher(text).matches()) {
            double value = shown(Double.parseDouble(text.replace(',', '.')));
            return value == Math.rint(value) ? (long) value : -1;
        }
        return -1;
    }

    /** A calculated number as it is shown, without the last digits that calculating leaves. */
    public static double shown(double value) {
        return Double.isNaN(value) || Double.isInfinite(value)
                ? value
                : new BigDecimal(value).round(SHOWN).doubleValue();
    }

    /** The number, cut after 18 digits; -1 if the text is not digits only. */
    public static long number(String text) {
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number < LARGE ? number * 10 + digit : number;
        }
        return text.isEmpty() ? -1 : number;
    }
}
