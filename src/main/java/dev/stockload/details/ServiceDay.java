package dev.stockload.details;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Times as the service counts them, for people. */
public final class ServiceDay {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm VV");

    private ServiceDay() {}

    /**
     * The minute, or the next one where it has begun: whoever comes then does not come too soon.
     */
    public static String show(Instant time, ZoneId zone) {
        Instant minute = time.truncatedTo(ChronoUnit.MINUTES);
        return MINUTE.format(
                (minute.equals(time) ? time : minute.plus(1, ChronoUnit.MINUTES)).atZone(zone));
    }
}
