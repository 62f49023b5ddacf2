package dev.stockload.notifications;

import java.time.Instant;

/**
 * Something that somebody is to be told.
 *
 * @param recipient the hash of the address, which may hold a secret
 * @param shown the address without its secrets
 * @param content what is told, for whoever delivers it
 * @param attempts how often it was tried so far
 * @param fault why it was not delivered the last time; null where nothing went wrong
 */
public record Notification(
        String id,
        String job,
        String recipient,
        String shown,
        String content,
        Instant createdAt,
        int attempts,
        String fault) {}
