package dev.stockload.stock;

/**
 * Why a request cannot be done, in a sentence for the person who made it. The kind decides the exit
 * code, the HTTP status and the page.
 */
public class Refusal extends RuntimeException {
    private final Kind kind;

    /** What the person can do about it. */
    public enum Kind {
        /** Correct the sheet. */
        UNUSABLE_SHEET,
        /** Correct the settings. */
        UNUSABLE_SETTINGS,
        /** Correct the job definition; each line names one fault. */
        UNUSABLE_JOB,
        /** Put a sheet into the job's folder. */
        NO_SHEET,
        /** Try again or resume later. */
        FAILED,
        /** Ask again after the restart: this process is stopping. */
        STOPPING,
        /** Correct the request. */
        BAD_REQUEST,
        /** Ask for something that exists. */
        NOT_FOUND,
        /** Ask again when there are fewer requests. */
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
