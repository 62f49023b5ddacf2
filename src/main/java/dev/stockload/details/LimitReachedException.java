package dev.stockload.details;

import java.time.Instant;
import java.util.Optional;

/** Details cannot be fetched for now: our count or the service itself says so. */
final class LimitReachedException extends RuntimeException {
    private final Optional<Instant> from;
    private final String help;

    /**
     * @param from when it can go on, where that is known
     * @param help what people can do, in sentences; may be empty
     */
    LimitReachedException(String message, Optional<Instant> from, String help) {
        super(message);
        this.from = from;
        this.help = help;
    }

    Optional<Instant> from() {
        return from;
    }

    String help() {
        return help;
    }
}
