package dev.stockload.stock;

/**
 * Why something cannot be done, in a sentence for whoever asked for it. The kind says what to do
 * about it: exit codes, HTTP statuses and pages follow from it.
 */
public class Refusal extends RuntimeException {
    private final Kind kind;

    /** What is to be done about a refusal. */
    public enum Kind {
        /** Correct the sheet. */
        UNUSABLE_SHEET,
        /** Correct the settings. */
        UNUSABLE_SETTINGS,
        /** Correct the job definition; each line names one fault. */
        UNUSABLE_JOB,
        /** Put a sheet where the job looks for it. */
        NO_SHEET,
        /** Try again, or resume: it cannot be done as things are now. */
        FAILED,
        /** Ask the next process: this one is stopping. */
        STOPPING,
        /** Ask for something that can be meant. */
        BAD_REQUEST,
        /** Ask for something that is there. */
        NOT_FOUND,
        /** Ask again when fewer do. */
        TOO_MANY
    }

    public Refusal(Kind kind, String message) {
        this(kind, message, null);
    }

    public Refusal(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    public static Refusal settings(String message) {
        return settings(message, null);
    }

    public static Refusal settings(String message, Throwable cause) {
        return new Refusal(Kind.UNUSABLE_SETTINGS, message, cause);
    }

    public static Refusal job(String message) {
        return job(message, null);
    }

    public static Refusal job(String message, Throwable cause) {
        return new Refusal(Kind.UNUSABLE_JOB, message, cause);
    }

    public static Refusal badRequest(String message) {
        return new Refusal(Kind.BAD_REQUEST, message);
    }

    public static Refusal notFound(String message) {
        return new Refusal(Kind.NOT_FOUND, message);
    }

    public static Refusal conflict(String message) {
        return new Refusal(Kind.FAILED, message);
    }
}
