package dev.stockload.sheet;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** Numbers and dates of cells as a person would write them. */
final class NumberText {
    private static final LocalDate DAY_ZERO = LocalDate.of(1899, 12, 30);

    private NumberText() {}

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
