package dev.stockload.stock;

import java.time.Duration;

/** What the merchant service asks of creates: how many colours one may hold, and how far apart. */
public final class Creates {
    /** The most colours in one request. */
    public static final int MOST_COLOURS = 300;

    /** From the end of one request to the start of the next. */
    public static final Duration APART = Duration.ofSeconds(2);

    private Creates() {}
}
