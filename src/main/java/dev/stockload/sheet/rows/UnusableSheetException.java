package dev.stockload.sheet.rows;

import dev.stockload.stock.Refusal;

/** A file that cannot be read as a stock sheet; the message is one sentence for people. */
public final class UnusableSheetException extends Refusal {
    public UnusableSheetException(String message) {
        super(Kind.UNUSABLE_SHEET, message);
    }

    public UnusableSheetException(String message, Throwable cause) {
        super(Kind.UNUSABLE_SHEET, message, cause);
    }

    public UnusableSheetException about(java.nio.file.Path file) {
        return new UnusableSheetException(file + " " + getMessage(), this);
    }
}
