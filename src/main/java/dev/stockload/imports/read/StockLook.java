package dev.stockload.imports.read;

import dev.stockload.book.AccountRuns;
import dev.stockload.book.Book;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.RunFailedException;
import dev.stockload.service.RetryingClient;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at the service and notes in the book what it shows. It is asked as patiently as for
 * anything else; where it does not answer, or all looks of a run took too long, what was not seen
 * stays unknown, and the run goes on without it.
 */
public final class StockLook {
    private static final Duration MOST_TIME = Duration.ofHours(1);
    private static final Duration BETWEEN_NOTICES = Duration.ofSeconds(10);

    private final RunContext context;
    private final RetryingClient service;
    private Set<Integer> withoutStock;
    private Duration spent = Duration.ZERO;
    private boolean gaveUp;

    public StockLook(RunContext context) {
        this.context = context;
        this.service = context.service();
    }

    /**
     * Looks at products and keeps what was seen.
     *
     * @param what for people who wait
     * @return those that could be read
     */
    public Set<Integer> look(Map<Integer, Book.Page> pages, AccountRuns runs, String what) {
        Map<Integer, Book.Page> read = new HashMap<>();
        long told = context.time().nanos();
        int at = 0;
        for (Book.Page page : pages.values()) {
            context.stop().check();
            Optional<List<StockEntry>> entries = entries(page);
            if (entries.isPresent()) {
                ShownStock.look(page.product(), entries.get());
                read.put(page.product().id(), page);
            }
            at++;
            if (context.time().nanos() - told > BETWEEN_NOTICES.toNanos()) {
                told = context.time().nanos();
                context.listener().notice("%s: %,d of %,d".formatted(what, at, pages.size()));
            }
        }
        context.ledger().book().looked(context.run(), read, runs);
        return Set.copyOf(read.keySet());
    }

    private Optional<List<StockEntry>> entries(Book.Page page) {
        if (gaveUp || spent.compareTo(MOST_TIME) >= 0) {
            return Optional.empty();
        }
        long from = context.time().nanos();
        try {
            // What was never sent mostly has no stock, which the product list says of all at once.
            if (isNew(page.product()) && withoutStock().contains(page.product().id())) {
                return Optional.of(List.of());
            }
            return Optional.of(service.stock(page.product().id()));
        } catch (RunFailedException e) {
            gaveUp = true;
            context.listener()
                    .notice(
                            "%s. What products had before is not read any more: an undo of this run will keep what was sent of them"
                                    .formatted(e.getMessage()));
            return Optional.empty();
        } finally {
            spent = spent.plusNanos(context.time().nanos() - from);
        }
    }

    private static boolean isNew(ProductEntry product) {
        return product.sizes().noneMatch(size -> size.known().isKnown() || size.isInDoubt());
    }

    /** The products that had no stock when this was asked for first; what they have is ours. */
    private Set<Integer> withoutStock() {
        if (withoutStock == null) {
            withoutStock = service.withoutStock();
        }
        return withoutStock;
    }
}
