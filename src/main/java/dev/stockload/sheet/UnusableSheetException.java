package dev.stockload.sheet;

/**
 * A file that cannot be read as a stock sheet; the message is one sentence for the person who gave
 * it.
 */
public final class UnusableSheetException extends RuntimeException {
    public UnusableSheetException(String message) {
        super(message);
    }

    public UnusableSheetException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The same sentence with the file at its head. */
    UnusableSheetException about(java.nio.file.Path file) {
        return new UnusableSheetException(file + " " + getMessage(), this);
    }
}
