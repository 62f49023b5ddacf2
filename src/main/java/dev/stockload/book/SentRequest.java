package dev.stockload.book;

import dev.stockload.runs.RequestOutcome;

import java.time.Instant;

/**
 * A create that left for the service, and what became of it.
 *
 * @param colours how many colours it carried
 * @param attempt 1, and one more each time the same colours were tried again
 * @param endedAt null while its answer is not known
 * @param outcome null while its answer is not known
 * @param words what the service said, or why nobody knows
 */
public record SentRequest(
        int colours,
        int attempt,
        Instant startedAt,
        Instant endedAt,
        RequestOutcome outcome,
        String words) {}
