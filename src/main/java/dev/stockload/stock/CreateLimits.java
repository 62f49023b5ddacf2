package dev.stockload.stock;

import java.time.Duration;

/**
 * What the merchant service asks of creates: how many colours one may hold, and how far apart. The
 * one place that knows, for whoever sends and whoever tells how long that takes.
 */
public final class CreateLimits {
    public static final int MOST_COLOURS = 300;

    /** From the end of one request to the start of the next. */
    private static final Duration BETWEEN_CREATES = Duration.ofSeconds(2);

    private CreateLimits() {}

    /** How many requests colours take. */
    public record Plan(int colours, int requests) {
        public static Plan of(int colours) {
            return new Plan(colours, (colours + MOST_COLOURS - 1) / MOST_COLOURS);
        }

        public Duration leastTime() {
            return CreateLimits.leastTime(requests);
        }
    }

    /** The least time from the start of the first of so many requests to that of the last. */
    public static Duration leastTime(int requests) {
        return BETWEEN_CREATES.multipliedBy(Math.max(0, requests - 1));
    }

    /**
     * How long until the next create may start; zero if it may at once.
     *
     * @param since the time from the end of the last; negative where the clock was set back: one
     *     gap is enough then
     */
    public static Duration pause(Duration since) {
        if (since.isNegative()) {
            return BETWEEN_CREATES;
        }
        return since.compareTo(BETWEEN_CREATES) >= 0 ? Duration.ZERO : BETWEEN_CREATES.minus(since);
    }
}
