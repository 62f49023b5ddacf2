package dev.stockload.notifications;

import java.time.Instant;

/**
 * A message for one recipient as the database keeps it.
 *
 * @param recipient the hash of the address, which may hold a secret
 * @param shown the address without its secrets
 * @param content the {@link Message} as JSON
 */
public record StoredMessage(
        String id,
        String job,
        String recipient,
        String shown,
        String content,
        Instant createdAt,
        int attempts) {}
