package dev.stockload.book.rules;

import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;

/** What a look at the service changes in the book (rules 4, 6, 7 and 12). */
public final class Looking {
    private Looking() {}

    /**
     * Stores what the service shows. It becomes known only if nothing was known: what was sold
     * since we sent it must not be sent again. Where a hidden product is listed again, a size that
     * is not shown is not there any more (rule 6).
     *
     * @param shown the stock of each size, by the colour's key
     * @param strangers entries that are not a size in our plain form
     * @param unreadableStock whether one of these has stock, which cannot be assigned to a run
     */
    public static void look(
            ProductEntry product,
            Map<String, Map<Size, Stock>> shown,
            Collection<String> strangers,
            boolean unreadableStock,
            RunFacts runs) {
        product.strangers = new TreeSet<>(strangers);
        product.unreadableStock = unreadableStock;
        shown.forEach(
                (colour, sizes) -> sizes.keySet().forEach(size -> product.size(colour, size)));
        boolean back = product.isHidden();
        if (product.sizes().noneMatch(size -> runs.isRecent(size.touched))) {
            product.absent = 0;
        }
        product.forEach(
                (place, entry) -> {
                    Stock there = shown.getOrDefault(place.colour(), Map.of()).get(place.size());
                    entry.shown = StockFact.of(there);
                    entry.seen = true;
                    entry.fresh = !runs.isRecent(entry.touched);
                    if (back && there == null && entry.fresh) {
                        if (entry.isInDoubt()) {
                            entry.endDoubt(runs.senderOf(entry.doubt));
                        }
                        entry.known = StockFact.ABSENT;
                    } else if (!entry.isInDoubt() && !entry.known.isKnown()) {
                        entry.known = entry.shown;
                    }
                });
    }

    /** Stores whether the product list of a run has the product; two that lack it hide it. */
    public static void listed(ProductEntry product, boolean listed, long run) {
        if (!listed) {
            product.absent = Math.min(product.absent + 1, ProductEntry.MOST_ABSENT);
        } else if (!product.isHidden()) {
            product.absent = 0;
        }
        if (!listed || product.isHidden()) {
            product.unlisted = run;
        }
    }

    /**
     * Whether a product has stock that {@code send: new} leaves alone; stock from a run that did
     * not end by sending, or was undone, does not count (rule 7).
     */
    public static boolean isStocked(ProductEntry product, RunFacts runs) {
        return product.unreadableStock
                || product.sizes()
                        .anyMatch(size -> isThere(size, runs) && !isDiscounted(size, runs));
    }

    /** What a recent request brought may not be shown yet. */
    private static boolean isThere(SizeEntry size, RunFacts runs) {
        return size.shown.isInStock() || isJustSent(size, runs);
    }

    private static boolean isJustSent(SizeEntry size, RunFacts runs) {
        return size.known.isInStock() && runs.isRecent(size.touched);
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

    /** Whether a list of products without stock may still have it although it has some. */
    public static boolean isJustStocked(ProductEntry product, RunFacts runs) {
        return product.sizes()
                .anyMatch(size -> isJustSent(size, runs) && !isDiscounted(size, runs));
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
        product.absent = 0;
        product.forEach(
                (place, entry) -> {
                    entry.known = StockFact.UNKNOWN;
                    entry.shown = StockFact.UNKNOWN;
                    entry.knownBy = 0;
                    entry.unsee();
                });
    }
}
