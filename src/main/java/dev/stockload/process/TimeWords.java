package dev.stockload.process;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Formats times for people, with their zone: that of the machine, or of who reads a page. */
public final class TimeWords {
    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm z", Locale.ENGLISH);
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z", Locale.ENGLISH);
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss z", Locale.ENGLISH);

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter ZONE = DateTimeFormatter.ofPattern("z", Locale.ENGLISH);

    private static final ThreadLocal<ZoneId> READER = new ThreadLocal<>();

    private TimeWords() {}

    /** What this thread formats is for a person in this zone; null for that of the machine. */
    public static void readBy(ZoneId zone) {
        if (zone == null) {
            READER.remove();
        } else {
            READER.set(zone);
        }
    }

    public static ZoneId zone() {
        return READER.get() == null ? ZoneId.systemDefault() : READER.get();
    }

    public static String minute(Instant time) {
        return time == null ? "" : MINUTES.format(time.atZone(zone()));
    }

    public static String second(Instant time) {
        return time == null ? "" : SECONDS.format(time.atZone(zone()));
    }

    /** With the day of the week, as schedules have it, and without the zone. */
    public static String day(ZonedDateTime time) {
        return DAY.format(time);
    }

    public static String dayWithZone(ZonedDateTime time) {
        return DAY.format(time) + " " + ZONE.format(time);
    }

    public static String clock(Instant time) {
        return CLOCK.format(time.atZone(zone()));
    }

    /** The first full second after a wait, with the date if it is not today. */
    public static String after(Duration wait, Instant now) {
        ZonedDateTime from = now.atZone(zone());
        ZonedDateTime then = from.plus(wait).plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
        boolean today = then.toLocalDate().equals(from.toLocalDate());
        return (today ? CLOCK : SECONDS).format(then);
    }

    public static String duration(Duration time) {
        long seconds = Math.max(0, time.toSeconds());
        if (seconds < 1 && !time.isZero()) {
            return time.toMillis() + " ms";
        }
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 7200) {
            return seconds / 60 + " min";
        }
        return "%d h %02d min".formatted(seconds / 3600, seconds / 60 % 60);
    }
}
