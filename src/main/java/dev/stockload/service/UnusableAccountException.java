package dev.stockload.service;

import dev.stockload.process.RunFailedException;

/** Why an account cannot be used as it is set, in a sentence that says how to go on. */
public final class UnusableAccountException extends RunFailedException {
    public UnusableAccountException(String message) {
        super(Kind.UNUSABLE_SETTINGS, message);
    }
}
