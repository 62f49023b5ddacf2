package dev.stockload.sheet.rows;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts the numbers and dates of cells from and to text. */
public final class NumberText {
    private static final LocalDate DAY_ZERO = LocalDate.of(1899, 12, 30);

    private static final LocalDate MARCH_1900 = LocalDate.of(1900, 3, 1);

    /** The day of a time without a date: its number is 0. */
    private static final LocalDate TIME_ALONE = LocalDate.of(1899, 12, 31);

    /** A date, a time or both; a time zone is ignored. */
    private static final Pattern ISO_DATE =
            Pattern.compile(
                    "(?=.)(\\d{4}-\\d\\d-\\d\\d)?(?:[T"
                        + " ]?(\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?))?(?:Z|[+-]\\d\\d(?::?\\d\\d)?)?");

    /** The number of digits that are exact in a cell's number. */
    private static final int MOST_DIGITS = 15;

    private NumberText() {}

    /** The number if the text is digits without a leading zero, else -1. */
    public static long wholeNumber(char[] chars, int start, int end) {
        return chars[start] == '0' && end - start > 1 ? -1 : digits(chars, start, end);
    }

    /** The number if the text is at most 15 digits, else -1. */
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
    public static String unformatted(double value) {
        long whole = (long) value;
        if (whole == value && Math.abs(value) < 1e18) {
            return Long.toString(whole);
        }
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.toString(value);
        }
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** A date value as ISO text, with the time if there is one. */
    static String date(double value) {
        if (value < -600_000 || value > 3_000_000) {
            return unformatted(value);
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

    /** Adds an ISO date such as {@code 2024-03-01T18:30:00}, or the text if it is not one. */
    public static void addIsoDate(RowBlock block, int column, String words) {
        Matcher found = ISO_DATE.matcher(words.strip());
        try {
            if (!found.matches()) {
                throw new DateTimeException(words);
            }
            LocalDate day = found.group(1) == null ? TIME_ALONE : LocalDate.parse(found.group(1));
            LocalTime time =
                    found.group(2) == null ? LocalTime.MIDNIGHT : LocalTime.parse(found.group(2));
            // Spreadsheet programs count a 29 February 1900, which never was.
            int leapDay = day.isBefore(MARCH_1900) ? 1 : 0;
            long days = ChronoUnit.DAYS.between(DAY_ZERO, day) - leapDay;
            block.addDate(column, days + time.toNanoOfDay() / 86_400e9);
        } catch (DateTimeException e) {
            block.addText(column, words);
        }
    }
}
