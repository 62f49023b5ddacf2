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

/** Numbers and dates of cells as a person writes them. */
public final class NumberText {
    private static final LocalDate DAY_ZERO = LocalDate.of(1899, 12, 30);

    private static final LocalDate MARCH_1900 = LocalDate.of(1900, 3, 1);

    /** The day that a time without one counts from: its number is 0. */
    private static final LocalDate TIME_ALONE = LocalDate.of(1899, 12, 31);

    /** A day, a time or both; where in the world it is does not change what the sheet shows. */
    private static final Pattern ISO_DATE =
            Pattern.compile(
                    "(?=.)(\\d{4}-\\d\\d-\\d\\d)?(?:[T"
                        + " ]?(\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?))?(?:Z|[+-]\\d\\d(?::?\\d\\d)?)?");

    /** So many digits are exact in a number of a cell. */
    private static final int MOST_DIGITS = 15;

    private NumberText() {}

    /** The number that digits spell, none of them a zero in front; -1 where it is another text. */
    public static long plainDigits(char[] chars, int start, int end) {
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
    public static String plain(double value) {
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

    /**
     * Adds a date that a file spells in words of the calendar, such as {@code 2024-03-01T18:30:00},
     * or the words where they are none.
     */
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
            int never = day.isBefore(MARCH_1900) ? 1 : 0;
            long days = ChronoUnit.DAYS.between(DAY_ZERO, day) - never;
            block.addDate(column, days + time.toNanoOfDay() / 86_400e9);
        } catch (DateTimeException e) {
            block.addText(column, words);
        }
    }
}
