package dev.stockload.runs;

/** A run that cannot go on for now; the message says why, and the run can be resumed. */
public class RunFailedException extends RuntimeException {
    private final boolean passing;

    public RunFailedException(String message) {
        this(message, null);
    }

    public RunFailedException(String message, Throwable cause) {
        super(message, cause);
        this.passing = false;
    }

    private RunFailedException(String message, boolean passing) {
        super(message);
        this.passing = passing;
    }

    /** The same would succeed some time later, without anybody doing something about it. */
    public static RunFailedException passing(String message) {
        return new RunFailedException(message, true);
    }

    boolean isPassing() {
        return passing;
    }
}
