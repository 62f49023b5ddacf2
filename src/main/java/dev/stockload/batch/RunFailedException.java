package dev.stockload.batch;

/** A run that cannot go on for now; the message says why, and the run can be resumed. */
public class RunFailedException extends RuntimeException {
    public RunFailedException(String message) {
        super(message);
    }

    public RunFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
