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
        this(kind, message, false);
    }

    private RunFailedException(Kind kind, String message, boolean passing) {
        super(kind, message);
        this.passing = passing;
    }

    /** A failure that goes away by itself: a later retry may succeed without anybody's help. */
    public static RunFailedException passing(String message) {
        return new RunFailedException(Kind.FAILED, message, true);
    }

    /** The merchant service has failed; {@code passing} if it may recover by itself. */
    public static RunFailedException ofService(String message, boolean passing) {
        return new RunFailedException(Kind.SERVICE_FAILED, message, passing);
    }

    boolean isPassing() {
        return passing;
    }
}
