package dev.stockload.process;

import dev.stockload.stock.Refusal;

/** A run cannot go on for now; the message says why, and the run can be resumed. */
public class RunFailedException extends Refusal {
    private final boolean passing;

    public RunFailedException(String message) {
        this(message, null);
    }

    public RunFailedException(String message, Throwable cause) {
        super(Kind.FAILED, message, cause);
        this.passing = false;
    }

    public RunFailedException(Kind kind, String message) {
        super(kind, message);
        this.passing = false;
    }

    private RunFailedException(String message, boolean passing) {
        super(Kind.FAILED, message);
        this.passing = passing;
    }

    /** A failure that goes away by itself: a later retry may succeed without anybody's help. */
    public static RunFailedException passing(String message) {
        return new RunFailedException(message, true);
    }

    boolean isPassing() {
        return passing;
    }
}
