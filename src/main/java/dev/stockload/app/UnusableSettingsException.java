package dev.stockload.app;

/** Why the settings cannot be used, in a sentence that names the one to mend. */
public final class UnusableSettingsException extends RuntimeException {
    public UnusableSettingsException(String message) {
        super(message);
    }

    public UnusableSettingsException(String message, Throwable cause) {
        super(message, cause);
    }
}
