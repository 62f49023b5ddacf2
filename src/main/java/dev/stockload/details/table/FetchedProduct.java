package dev.stockload.details.table;

import java.time.Instant;

/**
 * A product whose detail was fetched, as the limits count it.
 *
 * @param store null where no detail came, though the service may count that it was fetched
 */
public record FetchedProduct(
        int product, String store, Instant firstAt, Instant lastAt, boolean published) {}
