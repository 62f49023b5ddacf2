package dev.stockload.simulation;

/** How the service takes a create. */
enum Mood {
    /** Applies it after some seconds, then answers. */
    SLOW,
    /** A gateway answers 504; the service applies it some seconds later. */
    LATE,
    /** No answer; the service applies it some seconds after the caller gave up. */
    SILENT,
    /** Applies it, and the connection breaks. */
    LOST,
    /** The connection breaks before anything is applied. */
    BROKEN,
    /** Applies a part, answers 500, and never the rest. */
    PARTLY,
    /** Applies a part, answers 504, and the rest some seconds later. */
    PARTLY_LATE,
    /** Answers 429 with Retry-After, and applies nothing. */
    LIMITED,
    /** Answers 503 and applies nothing. */
    UNAVAILABLE,
    /** Applies it and answers with a page for people. */
    PAGE,
    /** Where it refuses a colour, the others are applied all the same. */
    REFUSED_PARTLY,
    /** Answers {@code success: false} to this create alone, and applies nothing. */
    REFUSED,
    /** Applies it, and answers 429 after more than five seconds. */
    LATE_LIMITED;

    /** How many of them seeds below the book of stock are made of. */
    static final int PLAIN = REFUSED.ordinal();

    /** How the service answers who reads a list. */
    enum Reading {
        /** {@code success: false} with words that mean nothing. */
        BUSY,
        ERROR,
        LIMITED,
        PAGE,
        SILENT
    }
}
