package dev.stockload.imports.run;

import dev.stockload.book.Book;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.imports.run.ShownStock.Told;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.RunFailedException;
import dev.stockload.service.RetryingClient;
import dev.stockload.service.StockListReader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Looks at the service and stores in the book what it shows, with the usual retries. If the service
 * does not answer, or the looks of a run take too long, the rest stays unknown and the run goes on.
 */
public final class StockLook {
    private static final Duration MOST_TIME = Duration.ofHours(1);
    private static final Duration BETWEEN_NOTICES = Duration.ofSeconds(10);
    private static final int PART = 100;

    private final RunContext context;
    private final String what;
    private final RetryingClient service;

    /** What products without stock at the first question have later is ours. */
    private final StockListReader first;

    private Duration spent = Duration.ZERO;
    private boolean gaveUp;

    /** {@code what} it does is told to people if it takes long. */
    public StockLook(RunContext context, String what) {
        this.context = context;
        this.what = what;
        this.service = context.service();
        this.first = new StockListReader(service);
    }

    /** Looks at products and stores what was seen; returns what it told of those it could read. */
    public Map<Integer, Told> readStock(Collection<ProductEntry> products, Book book) {
        return readStock(products.iterator(), products.size(), book, true);
    }

    /**
     * The same; what was seen of the last products, up to a hundred, is for the caller to store.
     */
    public Map<Integer, Told> readUnstored(Collection<ProductEntry> products, Book book) {
        return readStock(products.iterator(), products.size(), book, false);
    }

    /** The same, with products that are read from the book part by part. */
    public Map<Integer, Told> lookAtEach(Collection<Integer> products, Book book) {
        return readStock(book.each(products).iterator(), products.size(), book, true);
    }

    /** What was seen is stored part by part: a look at many products takes long. */
    private Map<Integer, Told> readStock(
            Iterator<ProductEntry> products, int count, Book book, boolean storesLast) {
        Map<Integer, Told> told = new TreeMap<>();
        List<ProductEntry> seen = new ArrayList<>();
        long noticed = context.time().nanos();
        Book recent = null;
        for (int at = 1; products.hasNext(); at++) {
            context.stop().check();
            ProductEntry product = products.next();
            if (recent == null && product.hasHadRequests()) {
                recent = book.recent(service.recent());
            }
            Optional<List<StockEntry>> entries = entries(product);
            if (entries.isPresent()) {
                Book now = recent == null ? book : recent;
                told.put(product.id(), ShownStock.record(product, entries.get(), now).told());
                seen.add(product);
            }
            if (seen.size() == PART || storesLast && !products.hasNext()) {
                book.saveFor(context.run(), seen);
                seen.clear();
            }
            if (context.time().nanos() - noticed > BETWEEN_NOTICES.toNanos()) {
                noticed = context.time().nanos();
                context.notice("%s: %,d of %,d".formatted(what, at, count));
            }
        }
        return told;
    }

    private Optional<List<StockEntry>> entries(ProductEntry product) {
        if (gaveUp || spent.compareTo(MOST_TIME) >= 0) {
            return Optional.empty();
        }
        long from = context.time().nanos();
        try {
            if (product.isHidden() && !first.isListed(product.id())) {
                return Optional.empty();
            }
            // Most products never sent have no stock, which the product list shows at once.
            if (isNew(product) && first.withoutStock().contains(product.id())) {
                return Optional.of(List.of());
            }
            return Optional.of(service.stock(product.id()));
        } catch (RunFailedException e) {
            gaveUp = true;
            context.notice(
                    "%s. What products had before is not read any more: an undo of this run will keep what was sent of them"
                            .formatted(e.getMessage()));
            return Optional.empty();
        } finally {
            spent = spent.plusNanos(context.time().nanos() - from);
        }
    }

    private static boolean isNew(ProductEntry product) {
        return product.sizes()
                .noneMatch(size -> size.stock().known().isKnown() || size.stock().isInDoubt());
    }
}
