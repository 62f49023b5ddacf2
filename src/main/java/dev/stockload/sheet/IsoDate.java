package dev.stockload.sheet;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;

/** Dates that a file spells as words of the calendar, such as {@code 2024-03-01T18:30:00}. */
final class IsoDate {
    private static final LocalDate DAY_ZERO = LocalDate.of(1899, 12, 30);
    private static final LocalDate MARCH_1900 = LocalDate.of(1900, 3, 1);

    private IsoDate() {}

    /** Adds the date, or the words where they are none. */
    static void add(RowBlock block, int column, String words) {
        try {
            LocalDateTime time =
                    words.indexOf('T') < 0
                            ? LocalDate.parse(words.replaceFirst("Z$", "")).atStartOfDay()
                            : LocalDateTime.parse(words.replaceFirst("Z$", ""));
            long days = ChronoUnit.DAYS.between(DAY_ZERO, time.toLocalDate());
            // Spreadsheet programs count a 29 February 1900, which never was.
            int never = time.toLocalDate().isBefore(MARCH_1900) ? 1 : 0;
            block.addDate(column, days - never + time.toLocalTime().toNanoOfDay() / 86_400e9);
        } catch (DateTimeParseException e) {
            block.addText(column, words);
        }
    }
}
