package dev.stockload.check;

import java.time.Duration;

/** How many requests the colours take, and how long those take at the pace of the service. */
public record Plan(int colours, int requests) {
    /** The most colours in one request. */
    public static final int COLOURS_PER_REQUEST = 300;

    private static final Duration PACE = Duration.ofSeconds(2);

    public static Plan of(int colours) {
        return new Plan(colours, (colours + COLOURS_PER_REQUEST - 1) / COLOURS_PER_REQUEST);
    }

    /** The least time that the requests take: two seconds between one and the next. */
    public Duration time() {
        return PACE.multipliedBy(Math.max(0, requests - 1));
    }
}
