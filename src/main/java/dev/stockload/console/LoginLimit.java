package dev.stockload.console;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Counts wrong passwords: a few in a minute from one address, some more from all together. */
final class LoginLimit {
    static final int FROM_ONE = 5;
    static final int FROM_ALL = 20;
    static final Duration WINDOW = Duration.ofMinutes(1);

    private record Failure(String from, Instant at) {}

    private final InstantSource clock;
    private final Deque<Failure> failures = new ArrayDeque<>();

    LoginLimit(InstantSource clock) {
        this.clock = clock;
    }

    /** How long this address has to wait before it may try. */
    synchronized Optional<Duration> waitFor(String from) {
        Instant now = clock.instant();
        failures.removeIf(failure -> !failure.at().plus(WINDOW).isAfter(now));
        long own = failures.stream().filter(failure -> failure.from().equals(from)).count();
        if (own < FROM_ONE && failures.size() < FROM_ALL) {
            return Optional.empty();
        }
        return failures.stream()
                .filter(failure -> own < FROM_ONE || failure.from().equals(from))
                .findFirst()
                .map(oldest -> Duration.between(now, oldest.at().plus(WINDOW)));
    }

    synchronized void failed(String from) {
        failures.addLast(new Failure(from, clock.instant()));
    }
}
