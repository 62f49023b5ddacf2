package dev.stockload.merchant;

import dev.stockload.merchant.Outcome.Kind;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Reads all pages of the product list. */
public final class ProductPages {
    /** More pages than any catalogue has; a larger count is wrong. */
    private static final int MOST_PAGES = 20_000;

    /** How often to read a list that gets shorter meanwhile. */
    private static final int MOST_WALKS = 3;

    private final Map<Integer, ProductSummary> found = new LinkedHashMap<>();
    private boolean shrunk;

    private ProductPages() {}

    /** The distinct products of all pages, from 1, or the outcome of the page that failed. */
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
            if (!outcome.is(Kind.ACCEPTED)) {
                return outcome.map(ProductPage::products);
            }
            int before = last;
            last = outcome.value().totalPages();
            if (last < before) {
                // Products may have moved to a page that was read before, or the count is wrong.
                shrunk = true;
                return Outcome.of(
                        Kind.IN_DOUBT,
                        "page %d of the product list says that there are %d pages, and those before it said %d"
                                .formatted(page, last, before));
            }
            List<ProductSummary> products = outcome.value().products();
            int known = found.size();
            products.forEach(product -> found.putIfAbsent(product.id(), product));
            if (page >= last) {
                return Outcome.accepted(List.copyOf(found.values()));
            }
            if (products.isEmpty()) {
                return afterEmpty(page, last, pages.apply(page + 1));
            }
            if (found.size() == known) {
                return Outcome.of(
                        Kind.IN_DOUBT,
                        "page %d of %d of the product list only repeats earlier pages"
                                .formatted(page, last));
            }
        }
        return Outcome.of(
                Kind.IN_DOUBT,
                "the product list does not end: %d pages were read".formatted(MOST_PAGES));
    }

    /** Some services count too many pages, but products after an empty page must not be missed. */
    private Outcome<List<ProductSummary>> afterEmpty(
            int page, int last, Outcome<ProductPage> next) {
        if (next.is(Kind.ACCEPTED) && !next.value().products().isEmpty()) {
            return Outcome.of(
                    Kind.IN_DOUBT,
                    "page %d of %d of the product list is empty, and those after it are not"
                            .formatted(page, last));
        }
        return next.map(empty -> List.copyOf(found.values()));
    }

    public record ProductPage(int totalPages, List<ProductSummary> products) {
        public ProductPage {
            products = List.copyOf(products);
        }
    }
}
