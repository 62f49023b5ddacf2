package dev.stockload.details.table;

import java.time.Instant;

/**
 * A product that the limits count as fetched; {@code store} is null if no detail came, though the
 * service may count it.
 */
public record FetchedProduct(
        int product, String store, Instant firstAt, Instant lastAt, boolean published) {}
