package dev.stockload.console;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Counts tries at the password: a few wrong ones in a minute from one address, some more from all
 * together. A try counts before it is looked at, so that many at once are no way around it.
 */
final class LoginLimit {
    static final int FROM_ONE = 5;
    static final int FROM_ALL = 20;
    static final Duration WINDOW = Duration.ofMinutes(1);

    private record Try(String from, Instant at) {}

    private final InstantSource clock;
    private final Deque<Try> tries = new ArrayDeque<>();

    LoginLimit(InstantSource clock) {
        this.clock = clock;
    }

    /** Counts a try, or says how long this address has to wait before it may. */
    synchronized Optional<Duration> tryFrom(String from) {
        Instant now = clock.instant();
        tries.removeIf(earlier -> !earlier.at().plus(WINDOW).isAfter(now));
        long own = tries.stream().filter(earlier -> earlier.from().equals(from)).count();
        if (own < FROM_ONE && tries.size() < FROM_ALL) {
            tries.addLast(new Try(from, now));
            return Optional.empty();
        }
        return tries.stream()
                .filter(earlier -> own < FROM_ONE || earlier.from().equals(from))
                .findFirst()
                .map(oldest -> Duration.between(now, oldest.at().plus(WINDOW)));
    }

    /** The last try from there was no guess: it does not count. */
    synchronized void wasRight(String from) {
        for (var last = tries.descendingIterator(); last.hasNext(); ) {
            if (last.next().from().equals(from)) {
                last.remove();
                return;
            }
        }
    }
}
