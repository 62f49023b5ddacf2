package dev.stockload.process;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** A time of day for people, with its zone, and with the date if it is not today. */
public final class ClockTime {
    private static final DateTimeFormatter TODAY =
            DateTimeFormatter.ofPattern("HH:mm:ss z", Locale.ENGLISH);
    private static final DateTimeFormatter ANOTHER_DAY =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z", Locale.ENGLISH);

    private ClockTime() {}

    public static String at(Instant time) {
        return TODAY.format(time.atZone(ZoneId.systemDefault()));
    }

    /** The first full second after a wait. */
    public static String after(Duration wait, Instant now) {
        ZonedDateTime from = now.atZone(ZoneId.systemDefault());
        ZonedDateTime then = from.plus(wait).plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
        boolean today = then.toLocalDate().equals(from.toLocalDate());
        return (today ? TODAY : ANOTHER_DAY).format(then);
    }
}
