package dev.stockload.service;

import dev.stockload.process.RunFailedException;

/** An account cannot be used as it is configured; the message says what to do. */
public final class UnusableAccountException extends RunFailedException {
    public UnusableAccountException(String message) {
        super(Kind.UNUSABLE_SETTINGS, message);
    }
}
