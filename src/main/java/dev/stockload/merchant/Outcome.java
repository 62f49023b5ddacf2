package dev.stockload.merchant;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** What became of one request to the merchant service. */
public sealed interface Outcome<T> {
    /** The service did it. */
    record Accepted<T>(T value) implements Outcome<T> {
        @Override
        public String describe() {
            return "The merchant service accepted the request";
        }
    }

    /** The service understood, and will not ({@code success: false}), for a reason of business. */
    record Refused<T>(String words) implements Outcome<T> {
        @Override
        public String describe() {
            return words.isBlank()
                    ? "The merchant service refused without saying why"
                    : "The merchant service refused: " + words;
        }
    }

    /**
     * The service did not take the request because of how we made it: 400 for headers, parameters
     * and body. Other 4xx answers are here as well, with their status in front of the body.
     */
    record Malformed<T>(String body) implements Outcome<T> {
        @Override
        public String describe() {
            return "The merchant service did not understand the request: "
                    + (body.isBlank() ? "400 without a message" : body);
        }
    }

    /** The service did nothing and asks to come again later (429). */
    record Postponed<T>(Optional<Duration> after, String words) implements Outcome<T> {

        @Override
        public String describe() {
            return "The merchant service asks to try again "
                    + after.map(wait -> "in " + wait.toSeconds() + " s").orElse("later")
                    + (words.isBlank() ? "" : ": " + words);
        }
    }

    /**
     * Nobody knows whether the service did it: a time-out, a lost connection, 5xx, a redirect, or
     * an answer that is not what the interface shows. Read back before sending again.
     */
    record InDoubt<T>(String why, Optional<Duration> after) implements Outcome<T> {
        public InDoubt(String why) {
            this(why, Optional.empty());
        }

        @Override
        public String describe() {
            return "The merchant service gave no usable answer: " + why;
        }
    }

    /** No connection came about, so the request surely was not sent. */
    record Unreached<T>(String why) implements Outcome<T> {
        @Override
        public String describe() {
            return "The merchant service cannot be reached: " + why;
        }
    }

    /** The same outcome, with another value where there is one. */
    @SuppressWarnings("unchecked") // all but an accepted one have no value
    default <R> Outcome<R> map(Function<? super T, ? extends R> change) {
        return this instanceof Accepted<T> accepted
                ? new Accepted<>(change.apply(accepted.value()))
                : (Outcome<R>) this;
    }

    /** How long the service asks to wait before the next try. */
    default Optional<Duration> after() {
        return Optional.empty();
    }

    /** One line for people, without a full stop. */
    String describe();
}
