package dev.stockload.merchant;

import java.time.Duration;

/** The limits of the merchant service for creates. */
public final class CreateLimits {
    public static final int MOST_COLOURS = 300;

    /** From the end of one request to the start of the next. */
    public static final Duration BETWEEN_CREATES = Duration.ofSeconds(2);

    private CreateLimits() {}

    public static int requests(int colours) {
        return (colours + MOST_COLOURS - 1) / MOST_COLOURS;
    }

    /** The shortest time from the start of the first request to the start of the last. */
    public static Duration leastTime(int requests) {
        return BETWEEN_CREATES.multipliedBy(Math.max(0, requests - 1));
    }
}
