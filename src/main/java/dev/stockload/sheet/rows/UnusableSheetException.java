package dev.stockload.sheet.rows;

import dev.stockload.stock.Refusal;

/** A file that cannot be read as a stock sheet; the message is one sentence for people. */
public class UnusableSheetException extends Refusal {
    /** Stands for the file in a command of a message. */
    public static final String FILE = "{file}";

    /** The sentence without the file that it is about; null if it is about none. */
    private final String predicate;

    public UnusableSheetException(String message) {
        this(message, null);
    }

    public UnusableSheetException(String message, Throwable cause) {
        super(Kind.UNUSABLE_SHEET, message, cause);
        this.predicate = null;
    }

    private UnusableSheetException(Object file, String predicate, Throwable cause) {
        super(
                Kind.UNUSABLE_SHEET,
                "%s %s".formatted(file, predicate.replace(FILE, quoted(file.toString()))),
                cause);
        this.predicate = predicate;
    }

    private static String quoted(String name) {
        return name.indexOf(' ') < 0 ? name : '"' + name + '"';
    }

    /** The sentence about this file. */
    public UnusableSheetException about(Object file) {
        return new UnusableSheetException(file, predicate == null ? getMessage() : predicate, this);
    }

    /** The same about a file under the name that people know; others do not change. */
    public UnusableSheetException renamed(Object file) {
        return predicate == null ? this : about(file);
    }
}
