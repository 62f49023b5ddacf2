package dev.stockload.book.rules;

import dev.stockload.stock.Size;
import dev.stockload.stock.Standing;
import dev.stockload.stock.Stock;

import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;

/** What a look at the service changes in the book (rules 4, 6, 7 and 12). */
public final class LookRules {
    private LookRules() {}

    /**
     * Stores what the service shows. It becomes known only if nothing was known: what was sold
     * since we sent it must not be sent again. Where a hidden product is listed again, a size that
     * is not shown is not there any more (rule 6).
     *
     * @param shown the stock of each size, by the colour's key
     * @param strangers entries that are not a size in our plain form
     */
    public static void recordShown(
            ProductEntry product,
            Map<String, Map<Size, Stock>> shown,
            Collection<String> strangers,
            RunFacts runs) {
        product.strangers = new TreeSet<>(strangers);
        shown.forEach(
                (colour, sizes) -> sizes.keySet().forEach(size -> product.size(colour, size)));
        boolean back = product.isHidden();
        if (product.sizes().noneMatch(size -> runs.isRecent(size.stock.lastRequest()))) {
            product.absent = 0;
        }
        product.sizes()
                .forEach(
                        entry -> {
                            Stock there =
                                    shown.getOrDefault(entry.colour.key, Map.of()).get(entry.size);
                            boolean isFresh = !runs.isRecent(entry.stock.lastRequest());
                            StockState stock = entry.stock.seen(StockFact.of(there), isFresh);
                            if (back && there == null && isFresh) {
                                stock = gone(stock, runs);
                            } else if (!stock.isInDoubt() && !stock.known().isKnown()) {
                                stock = stock.withKnown(stock.shown());
                            }
                            entry.stock = stock;
                        });
    }

    private static StockState gone(StockState stock, RunFacts runs) {
        StockState decided =
                stock.isInDoubt() ? stock.withoutVerdict(runs.senderOf(stock.doubt())) : stock;
        return decided.withKnown(StockFact.ABSENT);
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
     * Whether a product has stock in readable sizes that {@code send: new} leaves alone; stock from
     * a run that did not end by sending, or was undone, does not count (rule 7).
     */
    public static boolean isStocked(ProductEntry product, RunFacts runs) {
        return product.sizes().anyMatch(size -> isThere(size, runs) && !isDiscounted(size, runs));
    }

    /** What a recent request brought may not be shown yet. */
    private static boolean isThere(SizeEntry size, RunFacts runs) {
        return size.stock.shown().isInStock() || size.isJustSent(runs);
    }

    private static boolean isDiscounted(SizeEntry size, RunFacts runs) {
        StockState stock = size.stock;
        if (stock.isInDoubt() && !stock.known().isInStock()) {
            return true;
        }
        if (stock.sentByRun() == 0) {
            return false;
        }
        // What differs from what a run sent before its end, somebody has changed since.
        return switch (runs.standing(stock.sentByRun())) {
            case DONE -> false;
            case UNDONE -> stock.isShownAsKnown();
            case EXPIRED -> {
                Stock wanted = size.naming.wanted();
                yield wanted != null && stock.shown().is(wanted);
            }
            default -> true;
        };
    }

    /** Whether a list of products without stock may still have it although it has some. */
    public static boolean isJustStocked(ProductEntry product, RunFacts runs) {
        return product.sizes().anyMatch(size -> size.isJustSent(runs) && !isDiscounted(size, runs));
    }

    /** Whether a product may have stock of a run that does not count for {@code send: new}. */
    public static boolean mayBeOurs(ProductEntry product, RunFacts runs) {
        return product.sizes()
                .anyMatch(
                        size ->
                                size.stock.isInDoubt()
                                        || size.stock.sentByRun() != 0
                                                && runs.standing(size.stock.sentByRun())
                                                        != Standing.DONE);
    }

    /** After a restore nothing is known: runs look at the service before they send. */
    public static void forgetAll(ProductEntry product) {
        product.absent = 0;
        product.sizes().forEach(entry -> entry.stock = entry.stock.forgotten());
    }
}
