package dev.stockload.jobs;

/** A job definition that cannot be used; the message names the file, the line and the key. */
public class UnusableJobException extends RuntimeException {
    public UnusableJobException(String message) {
        super(message);
    }

    UnusableJobException(String message, Throwable cause) {
        super(message, cause);
    }
}
