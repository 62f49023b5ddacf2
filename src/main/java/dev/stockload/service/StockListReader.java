package dev.stockload.service;

import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.Outcome.Kind;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.merchant.StockEntry;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the stock lists of some products. A refused list means "no stock" only if the list of
 * products without stock agrees: a busy service refuses too.
 */
public final class StockListReader {
    private final RetryingClient service;
    private Set<Integer> withoutStock;
    private Set<Integer> listed;
    private Outcome<List<StockEntry>> refusal;

    public StockListReader(RetryingClient service) {
        this.service = service;
    }

    /**
     * The stock list of a product; empty if the service refuses it, whatever the reason, or the
     * product is not listed and has none.
     */
    public Optional<List<StockEntry>> shown(int product) {
        Outcome<List<StockEntry>> outcome = service.stockList(product);
        if (outcome.is(Kind.ACCEPTED) && (!outcome.value().isEmpty() || isListed(product))) {
            return Optional.of(outcome.value());
        }
        refusal = outcome;
        return Optional.empty();
    }

    /** The stock of a product, an empty list if it has none; empty if that cannot be known. */
    public Optional<List<StockEntry>> of(int product) {
        Optional<List<StockEntry>> shown = shown(product);
        if (shown.isPresent()) {
            return shown;
        }
        return withoutStock().contains(product) ? Optional.of(List.of()) : Optional.empty();
    }

    /** Whether the product list has a product; the list is read once. */
    public boolean isListed(int product) {
        if (listed == null) {
            listed =
                    service.products().stream().map(ProductSummary::id).collect(Collectors.toSet());
        }
        return listed.contains(product);
    }

    public Set<Integer> withoutStock() {
        if (withoutStock == null) {
            withoutStock = service.withoutStock();
        }
        return withoutStock;
    }

    public Optional<Outcome<List<StockEntry>>> refusal() {
        return Optional.ofNullable(refusal);
    }
}
