package dev.stockload.details;

import dev.stockload.ledger.FetchedProduct;
import dev.stockload.ledger.Ledger;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What became of marks for published products. What was never fetched gets no mark: the limits do
 * not count it.
 *
 * @param before how many products were marked so already
 * @param neverFetched those that were not marked
 */
public record PublishedMarks(int changed, int before, List<Integer> neverFetched) {
    private static final int MOST_NAMED = 10;

    static PublishedMarks set(
            Ledger ledger,
            String account,
            Collection<Integer> products,
            boolean published,
            Instant at) {
        Set<Integer> fetched =
                ledger.details().products(account).stream()
                        .map(FetchedProduct::product)
                        .collect(Collectors.toSet());
        List<Integer> never = products.stream().filter(id -> !fetched.contains(id)).toList();
        int changed = 0;
        for (int product : products) {
            if (fetched.contains(product)
                    && ledger.details().publish(account, product, published, at)) {
                changed++;
            }
        }
        return new PublishedMarks(changed, products.size() - changed - never.size(), never);
    }

    /** Those that were not marked, or the first of many. */
    public String neverFetchedWords() {
        return neverFetched.stream()
                        .limit(MOST_NAMED)
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "))
                + (neverFetched.size() > MOST_NAMED ? ", …" : "");
    }
}
