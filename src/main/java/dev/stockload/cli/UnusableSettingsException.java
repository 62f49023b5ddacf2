package dev.stockload.cli;

/** Why the settings cannot be used, in a sentence that names the one to mend. */
final class UnusableSettingsException extends RuntimeException {
    UnusableSettingsException(String message) {
        super(message);
    }

    UnusableSettingsException(String message, Throwable cause) {
        super(message, cause);
    }
}
