package dev.stockload.service;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The pauses between retries of one request: they grow, and end after about a minute. */
public final class RetryPauses {
    private static final List<Duration> PAUSES =
            List.of(1, 2, 4, 8, 15, 30).stream().map(Duration::ofSeconds).toList();
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private int used;

    /** Whether a run fails rather than wait this long. */
    public static boolean isTooLong(Duration wait) {
        return wait.compareTo(LONGEST) > 0;
    }

    /**
     * The next pause, at least as long as the service asks for; empty after the last retry, or if
     * the service asks for a longer wait than we accept.
     */
    Optional<Duration> next(Optional<Duration> asked) {
        if (used == PAUSES.size() || asked.filter(RetryPauses::isTooLong).isPresent()) {
            return Optional.empty();
        }
        Duration ours = PAUSES.get(used++);
        return asked.filter(wait -> wait.compareTo(ours) > 0).or(() -> Optional.of(ours));
    }
}
