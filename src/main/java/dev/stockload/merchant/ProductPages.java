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

    /** How often a list is read that becomes shorter meanwhile. */
    private static final int MOST_WALKS = 3;

    private final Map<Integer, ProductSummary> found = new LinkedHashMap<>();
    private boolean shrunk;

    private ProductPages() {}

    /**
     * The products of all pages, each once, or what kept us from reading one of the pages.
     *
     * @param pages asks for a page, counted from 1
     */
    public static Outcome<List<ProductSummary>> all(IntFunction<Outcome<ProductPage>> pages) {
        Outcome<List<ProductSummary>> outcome = null;
        for (int walk = 0; walk < MOST_WALKS; walk++) {
            ProductPages products = new ProductPages();
            outcome = products.walk(pages);
            if (!products.shrunk) {
                break;
            }
        }
        return outcome;
    }

    private Outcome<List<ProductSummary>> walk(IntFunction<Outcome<ProductPage>> pages) {
        int last = 0;
        for (int page = 1; page <= MOST_PAGES; page++) {
            Outcome<ProductPage> outcome = pages.apply(page);
            if (!(outcome instanceof Outcome.Accepted<ProductPage> accepted)) {
                return outcome.map(ProductPage::products);
            }
            int before = last;
            last = accepted.value().totalPages();
            if (last < before) {
                // What was on this page may be on one that was read before, or the count is wrong.
                shrunk = true;
                return new Outcome.InDoubt<>(
                        "page %d of the product list says that there are %d pages, and those before it said %d"
                                .formatted(page, last, before));
            }
            List<ProductSummary> products = accepted.value().products();
            int known = found.size();
            products.forEach(product -> found.putIfAbsent(product.id(), product));
            if (page >= last) {
                return new Outcome.Accepted<>(List.copyOf(found.values()));
            }
            if (products.isEmpty()) {
                return afterEmpty(page, last, pages)
                        .orElseGet(() -> new Outcome.Accepted<>(List.copyOf(found.values())));
            }
            if (found.size() == known) {
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

    /** One page of the merchant's product list, and how many there are. */
    public record ProductPage(int totalPages, List<ProductSummary> products) {
        public ProductPage {
            products = List.copyOf(products);
        }
    }
}
