package dev.stockload.imports.store;

import dev.stockload.batch.ProcessContext;
import dev.stockload.imports.read.ProductCatalogue;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ProductProgress;
import dev.stockload.service.RetryingClient;
import dev.stockload.service.StockListReader;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reads the stock of an account's products, slowly. While a run of it sends, it pauses, or stops if
 * its caller does not wait.
 */
public record StoreReader(ProcessContext process, String account, Caller caller) {
    /** Reads five products a second at most: a service has more to do than to be read. */
    private static final Duration BETWEEN_PRODUCTS = Duration.ofMillis(200);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    /** What is made of a product. */
    public interface Reading<T> {
        T of(int product, ProductCatalogue listed, StockListReader lists);

        default boolean isAsked(int product) {
            return true;
        }
    }

    /** Reads the listed products that have stock, and others, as far as they are not read yet. */
    public <T> void read(
            Collection<Integer> others,
            ReadProducts<T> done,
            Reading<T> reading,
            ProductProgress progress)
            throws RunStoppedException {
        waitForRuns();
        try (RetryingClient service = new RetryingClient(process, account, caller)) {
            List<ProductSummary> list = service.products();
            ProductCatalogue listed = new ProductCatalogue(list);
            StockListReader lists = new StockListReader(service);
            SortedSet<Integer> products = new TreeSet<>();
            list.forEach(product -> products.add(product.id()));
            products.removeAll(lists.withoutStock());
            products.addAll(others);
            products.removeIf(product -> !reading.isAsked(product));
            int count = 0;
            for (int product : products) {
                progress.at(count++, products.size());
                if (done.has(product)) {
                    continue;
                }
                waitForRuns();
                done.add(product, reading.of(product, listed, lists));
                if (listed.contains(product)) {
                    process.time().rest(BETWEEN_PRODUCTS, caller.stop());
                }
                caller.stop().check();
            }
        }
    }

    /** A night is not made late: it needs the service more than a reading does. */
    private void waitForRuns() {
        boolean isAnnounced = false;
        while (isSending()) {
            if (!caller.waits()) {
                throw new RunStoppedException();
            }
            if (!isAnnounced) {
                caller.listener().notice("Waiting for a run of this account to end");
                isAnnounced = true;
            }
            process.time().rest(BETWEEN_LOOKS, caller.stop());
            caller.stop().check();
        }
    }

    private boolean isSending() {
        return process.ledger().runs().running(account).stream()
                .anyMatch(run -> process.ledger().owners().isAlive(run.owner()));
    }
}
