package dev.stockload.book.rules;

import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;

/** What a look at the service changes in the book (rules 4, 6, 7 and 12). */
public final class Looking {
    private static final int LOOKS_THAT_SHOW_ABSENCE = 2;

    private Looking() {}

    /**
     * Stores what the service shows. It becomes known only if nothing was known: what was sold
     * since we sent it must not be sent again.
     *
     * @param shown the stock of each size, by the colour's key
     * @param strangers entries that are not a size in our plain form
     * @param unreadableStock whether one of these has stock, which cannot be assigned to a run
     */
    public static void look(
            ProductEntry product,
            Map<String, Map<Size, Stock>> shown,
            Collection<String> strangers,
            boolean unreadableStock) {
        product.strangers = new TreeSet<>(strangers);
        product.unreadableStock = unreadableStock;
        shown.forEach(
                (colour, sizes) -> sizes.keySet().forEach(size -> product.size(colour, size)));
        product.forEach(
                (place, entry) -> {
                    Stock there = shown.getOrDefault(place.colour(), Map.of()).get(place.size());
                    entry.shown = StockFact.of(there);
                    entry.fresh = true;
                    if (!entry.isInDoubt() && !entry.known.isKnown()) {
                        entry.known = entry.shown;
                    }
                });
    }

    /**
     * Stores whether the product list has the product. A product that was absent in two looks is
     * gone, and so is its stock (rule 4).
     */
    public static void listed(ProductEntry product, boolean listed) {
        product.absentLooks =
                listed ? 0 : Math.min(product.absentLooks + 1, LOOKS_THAT_SHOW_ABSENCE);
        if (product.absentLooks == LOOKS_THAT_SHOW_ABSENCE) {
            product.forEach(
                    (place, entry) ->
                            entry.known = entry.isInDoubt() ? entry.known : StockFact.ABSENT);
        }
    }

    /**
     * Whether a product has stock that {@code send: new} leaves alone; stock from a run that did
     * not end by sending, or was undone, does not count (rule 7).
     */
    public static boolean isStocked(ProductEntry product, RunFacts runs) {
        return product.unreadableStock
                || product.sizes()
                        .anyMatch(size -> size.shown.isInStock() && !isDiscounted(size, runs));
    }

    private static boolean isDiscounted(SizeEntry size, RunFacts runs) {
        if (size.isInDoubt() && !size.known.isInStock()) {
            return true;
        }
        if (size.bringer == 0) {
            return false;
        }
        // What differs from what a run sent before its end, somebody has changed since.
        return switch (runs.standing(size.bringer)) {
            case DONE -> false;
            case UNDONE -> size.known.isThere() && size.shown.is(size.known.stock());
            case EXPIRED -> size.wanted != null && size.shown.is(size.wanted);
            default -> true;
        };
    }

    /** Whether a product may have stock of a run that does not count for {@code send: new}. */
    public static boolean mayBeOurs(ProductEntry product, RunFacts runs) {
        return product.sizes()
                .anyMatch(
                        size ->
                                size.isInDoubt()
                                        || size.bringer != 0
                                                && runs.standing(size.bringer)
                                                        != RunFacts.Standing.DONE);
    }

    /** After a restore nothing is known: runs look at the service before they send. */
    public static void forgetAll(ProductEntry product) {
        product.forEach(
                (place, entry) -> {
                    entry.known = StockFact.UNKNOWN;
                    entry.shown = StockFact.UNKNOWN;
                    entry.knownBy = 0;
                    entry.fresh = false;
                });
    }
}
