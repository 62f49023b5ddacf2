package dev.stockload.check;

import dev.stockload.stock.Creates;

import java.time.Duration;

/** How many requests the colours take, and how long those take at the pace of the service. */
public record Plan(int colours, int requests) {
    public static Plan of(int colours) {
        return new Plan(colours, (colours + Creates.MOST_COLOURS - 1) / Creates.MOST_COLOURS);
    }

    /** The least time that the requests take: two seconds between one and the next. */
    public Duration time() {
        return Creates.APART.multipliedBy(Math.max(0, requests - 1));
    }
}
