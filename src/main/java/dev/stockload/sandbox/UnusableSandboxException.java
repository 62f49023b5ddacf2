package dev.stockload.sandbox;

/** Why the sandbox cannot start, in a sentence for the person who started it. */
public final class UnusableSandboxException extends RuntimeException {
    UnusableSandboxException(String message) {
        super(message);
    }

    UnusableSandboxException(String message, Throwable cause) {
        super(message, cause);
    }
}
