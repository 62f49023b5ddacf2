package dev.stockload.merchant;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** The walk through the pages of the product list. */
public final class ProductPages {
    /** Far beyond any catalogue: a service that counts further is counting wrong. */
    private static final int MOST_PAGES = 20_000;

    private ProductPages() {}

    /**
     * The products of all pages, each once, or what kept us from reading one of the pages.
     *
     * @param pages asks for a page, counted from 1
     */
    public static Outcome<List<ProductSummary>> all(IntFunction<Outcome<ProductPage>> pages) {
        Map<Integer, ProductSummary> found = new LinkedHashMap<>();
        for (int page = 1; page <= MOST_PAGES; page++) {
            Outcome<ProductPage> outcome = pages.apply(page);
            if (!(outcome instanceof Outcome.Accepted<ProductPage> accepted)) {
                return outcome.map(ProductPage::products);
            }
            // The newest count holds: products come and go while we read.
            int last = accepted.value().totalPages();
            List<ProductSummary> products = accepted.value().products();
            int before = found.size();
            products.forEach(product -> found.putIfAbsent(product.id(), product));
            if (page >= last) {
                return new Outcome.Accepted<>(List.copyOf(found.values()));
            }
            if (products.isEmpty()) {
                return afterEmpty(page, last, pages)
                        .orElseGet(() -> new Outcome.Accepted<>(List.copyOf(found.values())));
            }
            if (found.size() == before) {
                return new Outcome.InDoubt<>(
                        "page %d of %d of the product list only repeats earlier pages"
                                .formatted(page, last));
            }
        }
        return new Outcome.InDoubt<>(
                "the product list does not end: %d pages were read".formatted(MOST_PAGES));
    }

    /** Some services count too many pages; but products behind an empty page would be missed. */
    private static Optional<Outcome<List<ProductSummary>>> afterEmpty(
            int page, int last, IntFunction<Outcome<ProductPage>> pages) {
        Outcome<ProductPage> next = pages.apply(page + 1);
        if (!(next instanceof Outcome.Accepted<ProductPage> accepted)) {
            return Optional.of(next.map(ProductPage::products));
        }
        return accepted.value().products().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Outcome.InDoubt<>(
                                "page %d of %d of the product list is empty, and those after it are not"
                                        .formatted(page, last)));
    }
}
