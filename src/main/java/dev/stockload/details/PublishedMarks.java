package dev.stockload.details;

import dev.stockload.stock.Count;

import java.util.List;
import java.util.Optional;

/**
 * The result of marking products as published. Products that were never fetched are not marked: the
 * limits do not count them.
 *
 * @param before how many products already had this mark
 */
public record PublishedMarks(int changed, int before, List<Integer> neverFetched) {
    private static final int MOST_NAMED = 10;

    /** Without a full stop; {@code published} says whether marks were set or removed. */
    public String words(boolean published) {
        return Count.are(changed, "product")
                + (published ? " marked as published" : " no longer marked")
                + (before == 0 ? "" : "; %s already".formatted(Count.of(before)));
    }

    public Optional<String> neverFetchedWords(String account) {
        if (neverFetched.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                "Not marked, since their details were never fetched with account %s: %s"
                        .formatted(account, Count.first(MOST_NAMED, neverFetched, ", ")));
    }
}
