package dev.stockload.merchant;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The outcome of one request to the merchant service. */
public sealed interface Outcome<T> {
    /** The kinds of outcome, as the ledger stores them. */
    enum Kind {
        ACCEPTED,
        REFUSED,
        MALFORMED,
        POSTPONED,
        UNREACHED,
        IN_DOUBT
    }

    record Accepted<T>(T value) implements Outcome<T> {
        @Override
        public Kind kind() {
            return Kind.ACCEPTED;
        }

        @Override
        public String describe() {
            return "The merchant service accepted the request";
        }
    }

    /** The service refused for a business reason ({@code success: false}). */
    record Refused<T>(String words) implements Outcome<T> {
        @Override
        public Kind kind() {
            return Kind.REFUSED;
        }

        @Override
        public String describe() {
            return words.isBlank()
                    ? "The merchant service refused without saying why"
                    : "The merchant service refused: " + words;
        }
    }

    /**
     * The service rejected the form of the request: 400 for headers, parameters or body. Includes
     * other 4xx answers, with their status in front of the body.
     */
    record Malformed<T>(String body) implements Outcome<T> {
        @Override
        public Kind kind() {
            return Kind.MALFORMED;
        }

        @Override
        public String describe() {
            return "The merchant service did not understand the request: "
                    + (body.isBlank() ? "400 without a message" : body);
        }
    }

    /** The service asks to try again later (429); {@code Doubt} says when that is believed. */
    record Postponed<T>(Optional<Duration> after, String words) implements Outcome<T> {
        @Override
        public Kind kind() {
            return Kind.POSTPONED;
        }

        @Override
        public String describe() {
            return "The merchant service asks to try again "
                    + after.map(wait -> "in " + wait.toSeconds() + " s").orElse("later")
                    + (words.isBlank() ? "" : ": " + words);
        }
    }

    /**
     * Unknown whether the request was applied: a time-out, a lost connection, 5xx, a redirect, or
     * an answer that does not match the interface. Read back before sending again.
     */
    record InDoubt<T>(String why, Optional<Duration> after) implements Outcome<T> {
        public InDoubt(String why) {
            this(why, Optional.empty());
        }

        @Override
        public Kind kind() {
            return Kind.IN_DOUBT;
        }

        @Override
        public String describe() {
            return "The merchant service gave no usable answer: " + why;
        }
    }

    /** There was no connection, so the request was certainly not sent. */
    record Unreached<T>(String why) implements Outcome<T> {
        @Override
        public Kind kind() {
            return Kind.UNREACHED;
        }

        @Override
        public String describe() {
            return "The merchant service cannot be reached: " + why;
        }
    }

    Kind kind();

    /** The same outcome with a mapped value, if accepted. */
    @SuppressWarnings("unchecked") // only accepted outcomes have a value
    default <R> Outcome<R> map(Function<? super T, ? extends R> change) {
        return this instanceof Accepted<T> accepted
                ? new Accepted<>(change.apply(accepted.value()))
                : (Outcome<R>) this;
    }

    /** How long the service asks to wait before a retry. */
    default Optional<Duration> after() {
        return Optional.empty();
    }

    /** One line for people, without a full stop. */
    String describe();
}
