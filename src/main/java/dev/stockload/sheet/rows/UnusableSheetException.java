package dev.stockload.sheet.rows;

import dev.stockload.stock.Refusal;

/** A file that cannot be read as a stock sheet; the message is one sentence for people. */
public class UnusableSheetException extends Refusal {
    /** Stands for the file in a command of a message. */
    public static final String FILE = "{file}";

    public UnusableSheetException(String message) {
        super(Kind.UNUSABLE_SHEET, message);
    }

    public UnusableSheetException(String message, Throwable cause) {
        super(Kind.UNUSABLE_SHEET, message, cause);
    }

    public UnusableSheetException about(java.nio.file.Path file) {
        String name = file.toString();
        String shown = name.indexOf(' ') < 0 ? name : '"' + name + '"';
        return new UnusableSheetException(name + " " + getMessage().replace(FILE, shown), this);
    }
}
