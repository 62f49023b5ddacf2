package dev.stockload.details.table;

import java.time.Instant;

/** A product that the limits count as fetched; the store is null if no detail came. */
public record FetchedProduct(
        int product, String store, Instant firstAt, Instant lastAt, boolean published) {}
