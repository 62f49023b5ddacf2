package dev.stockload.details;

import dev.stockload.details.table.FetchedProduct;
import dev.stockload.ledger.Ledger;
import dev.stockload.stock.Count;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
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

    /**
     * What became of them, in a sentence without a full stop.
     *
     * @param published whether they were to be marked, or no longer
     */
    public String words(boolean published) {
        return Count.are(changed, "product")
                + (published ? " marked as published" : " no longer marked")
                + (before == 0 ? "" : "; %s already".formatted(Count.of(before)));
    }

    /** Which of them, or the first of many, were not marked, in such a sentence. */
    public Optional<String> neverFetchedWords(String account) {
        if (neverFetched.isEmpty()) {
            return Optional.empty();
        }
        String named =
                neverFetched.stream()
                        .limit(MOST_NAMED)
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
        return Optional.of(
                "Not marked, since their details were never fetched with account %s: %s%s"
                        .formatted(account, named, neverFetched.size() > MOST_NAMED ? ", …" : ""));
    }
}
