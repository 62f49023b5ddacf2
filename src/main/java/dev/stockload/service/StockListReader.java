package dev.stockload.service;

import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.StockEntry;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One look at the stock lists of some products. A refused list means that there is no stock only
 * where the product list agrees: a service that is busy refuses too.
 */
public final class StockListReader {
    private final RetryingClient service;
    private Set<Integer> withoutStock;
    private Outcome<List<StockEntry>> refusal;

    public StockListReader(RetryingClient service) {
        this.service = service;
    }

    /** What the service holds of a product; empty where it has none or does not tell. */
    public Optional<List<StockEntry>> shown(int product) {
        Outcome<List<StockEntry>> outcome = service.stockList(product);
        if (outcome instanceof Outcome.Accepted<List<StockEntry>> accepted) {
            return Optional.of(accepted.value());
        }
        refusal = outcome;
        return Optional.empty();
    }

    /** What the service holds of a product; empty where it does not tell. */
    public Optional<List<StockEntry>> of(int product) {
        Optional<List<StockEntry>> shown = shown(product);
        if (shown.isPresent()) {
            return shown;
        }
        if (withoutStock == null) {
            withoutStock = service.withoutStock();
        }
        return withoutStock.contains(product) ? Optional.of(List.of()) : Optional.empty();
    }

    /** The last refusal. */
    public Optional<Outcome<List<StockEntry>>> refusal() {
        return Optional.ofNullable(refusal);
    }
}
