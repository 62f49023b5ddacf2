package dev.stockload.book;

import dev.stockload.merchant.Outcome;

import java.time.Instant;

/**
 * A create request that was sent, and its outcome.
 *
 * @param colours how many colours it had
 * @param attempt 1 for the first, then counted up with each retry
 * @param endedAt null until there is an outcome
 * @param outcome null until there is one
 * @param words what the service answered, or why the outcome is unknown
 */
public record SentRequest(
        int colours,
        int attempt,
        Instant startedAt,
        Instant endedAt,
        Outcome.Kind outcome,
        String words) {}
