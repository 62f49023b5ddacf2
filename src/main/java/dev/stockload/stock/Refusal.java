package dev.stockload.stock;

/** Why a request cannot be done, in a sentence; the kind decides exit code, status and page. */
public class Refusal extends RuntimeException {
    private final Kind kind;

    public enum Kind {
        UNUSABLE_SHEET,
        UNUSABLE_SETTINGS,
        /** Each line of the message names one fault. */
        UNUSABLE_JOB,
        /** What is asked for cannot be done with this run, or with what is kept of it. */
        IMPOSSIBLE,
        /** The folder of the job has no sheet. */
        NO_SHEET,
        /** A retry or resuming may help. */
        FAILED,
        /** The merchant service does not answer, or refuses what it should take. */
        SERVICE_FAILED,
        /** This process is stopping; ask again after the restart. */
        STOPPING,
        BAD_REQUEST,
        NOT_FOUND,
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

    public static Refusal impossible(String message) {
        return new Refusal(Kind.IMPOSSIBLE, message);
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
