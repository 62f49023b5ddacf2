package dev.stockload.sandbox;

/** The sandbox cannot start; the message is a sentence for the person who started it. */
public final class UnusableSandboxException extends RuntimeException {
    UnusableSandboxException(String message) {
        super(message);
    }

    UnusableSandboxException(String message, Throwable cause) {
        super(message, cause);
    }
}
