package dev.stockload.sheet;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** Numbers and dates of cells as a person writes them. */
final class NumberText {
    private static final LocalDate DAY_ZERO = LocalDate.of(1899, 12, 30);

    /** So many digits are exact in a number of a cell. */
    private static final int MOST_DIGITS = 15;

    private NumberText() {}

    /** The number that digits spell, none of them a zero in front; -1 where it is another text. */
    static long plainDigits(char[] chars, int start, int end) {
        return chars[start] == '0' && end - start > 1 ? -1 : digits(chars, start, end);
    }

    /** The number that digits alone spell, of which 15 fit; -1 where they are not alone. */
    static long digits(char[] chars, int start, int end) {
        if (end - start > MOST_DIGITS) {
            return -1;
        }
        long number = 0;
        for (int i = start; i < end; i++) {
            int digit = chars[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** A number as a person would write it: all digits, no exponent, no fraction of zeros. */
    static String plain(double value) {
        long whole = (long) value;
        if (whole == value && Math.abs(value) < 1e18) {
            return Long.toString(whole);
        }
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.toString(value);
        }
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** The day of a date value; times are left out where there is none. */
    static String date(double value) {
        if (value < -600_000 || value > 3_000_000) {
            return plain(value);
        }
        // Spreadsheet programs count a 29 February 1900, which never was.
        LocalDate day = DAY_ZERO.plusDays((long) Math.floor(value) + (value < 60 ? 1 : 0));
        long seconds = Math.round((value - Math.floor(value)) * 86_400);
        if (seconds == 0) {
            return day.toString();
        }
        LocalDateTime time = day.atStartOfDay().plusSeconds(seconds);
        return time.format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss"));
    }
}
