package dev.stockload.app;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats times for people. */
public final class TimeWords {
    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm z", Locale.ENGLISH);
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z", Locale.ENGLISH);

    private TimeWords() {}

    public static String minute(Instant time) {
        return time == null ? "" : MINUTES.format(time.atZone(ZoneId.systemDefault()));
    }

    public static String second(Instant time) {
        return time == null ? "" : SECONDS.format(time.atZone(ZoneId.systemDefault()));
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
