package dev.stockload.merchant;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The outcome of one request to the merchant service.
 *
 * @param value what an accepted request returns; otherwise null
 * @param words the service's message, or why there is no usable answer; may be empty
 * @param after how long the service asks to wait before a retry
 */
public record Outcome<T>(Kind kind, T value, String words, Optional<Duration> after) {
    /** The kinds of outcome, as the ledger stores them. */
    public enum Kind {
        ACCEPTED,
        /** The service refused for a business reason ({@code success: false}). */
        REFUSED,
        /** 400 for headers, parameters or body, or another 4xx, whose status begins the words. */
        MALFORMED,
        /** The service asks to try again later (429); {@code Doubt} says when that is believed. */
        POSTPONED,
        /** There was no connection, so the request was certainly not sent. */
        UNREACHED,
        /**
         * Unknown whether the request was applied: a time-out, a lost connection, 5xx, a redirect,
         * or an answer that does not match the interface. Read back before sending again.
         */
        IN_DOUBT
    }

    static <T> Outcome<T> accepted(T value) {
        return new Outcome<>(Kind.ACCEPTED, value, "", Optional.empty());
    }

    static <T> Outcome<T> of(Kind kind, String words) {
        return of(kind, words, Optional.empty());
    }

    public static <T> Outcome<T> of(Kind kind, String words, Optional<Duration> after) {
        return new Outcome<>(kind, null, words, after);
    }

    public boolean is(Kind other) {
        return kind == other;
    }

    <R> Outcome<R> map(Function<? super T, ? extends R> change) {
        return new Outcome<>(
                kind, kind == Kind.ACCEPTED ? change.apply(value) : null, words, after);
    }

    /** One line for people, without a full stop. */
    public String describe() {
        return "The merchant service "
                + switch (kind) {
                    case ACCEPTED -> "accepted the request";
                    case REFUSED ->
                            words.isBlank() ? "refused without saying why" : "refused: " + words;
                    case MALFORMED ->
                            "did not understand the request: "
                                    + (words.isBlank() ? "400 without a message" : words);
                    case POSTPONED ->
                            "asks to try again "
                                    + after.map(wait -> "in " + wait.toSeconds() + " s")
                                            .orElse("later")
                                    + (words.isBlank() ? "" : ": " + words);
                    case IN_DOUBT -> "gave no usable answer: " + words;
                    case UNREACHED -> "cannot be reached: " + words;
                };
    }
}
