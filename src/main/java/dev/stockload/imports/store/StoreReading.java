package dev.stockload.imports.store;

import dev.stockload.batch.ProcessContext;
import dev.stockload.database.Compression;
import dev.stockload.database.Database;
import dev.stockload.imports.read.ProductCatalogue;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Caller;
import dev.stockload.runs.RunListener.ProductProgress;
import dev.stockload.service.RetryingClient;
import dev.stockload.service.StockListReader;

import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Reads the stock of an account's products, slowly. While a run of it sends, it pauses, or stops if
 * its caller does not wait. There is a row for each product that was read, so that a reading that
 * was stopped or killed continues.
 */
public final class StoreReading<T> {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** What is older says nothing about the store of today. */
    private static final Duration KEPT = Duration.ofDays(1);

    /** Reads five products a second at most: a service has more to do than to be read. */
    private static final Duration BETWEEN_PRODUCTS = Duration.ofMillis(200);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    private final ProcessContext process;
    private final Database database;
    private final String account;
    private final Caller caller;
    private final String purpose;
    private final Class<T> type;
    private Instant begun;

    /** By product, compressed. */
    private final SortedMap<Integer, byte[]> products = new TreeMap<>();

    /** What is made of a product. */
    public interface Reading<T> {
        T of(int product, ProductCatalogue listed, StockListReader lists);
    }

    /** {@code purpose} is the word under which what was read is stored. */
    public StoreReading(
            ProcessContext process, String account, Caller caller, String purpose, Class<T> type) {
        this.process = process;
        this.database = process.ledger().database();
        this.account = account;
        this.caller = caller;
        this.purpose = purpose;
        this.type = type;
    }

    /**
     * Reads the listed products that have stock and these, or only these, as far as an earlier
     * reading has not read them.
     */
    public void read(
            Set<Integer> these, boolean onlyThese, Reading<T> reading, ProductProgress progress)
            throws RunStoppedException {
        goOn();
        waitForRuns();
        try (RetryingClient service = new RetryingClient(process, account, caller)) {
            List<ProductSummary> list = service.products();
            ProductCatalogue listed = new ProductCatalogue(list);
            StockListReader lists = new StockListReader(service);
            SortedSet<Integer> wanted = new TreeSet<>(these);
            if (!onlyThese) {
                list.stream()
                        .map(ProductSummary::id)
                        .filter(product -> !lists.withoutStock().contains(product))
                        .forEach(wanted::add);
            }
            int count = 0;
            for (int product : wanted) {
                progress.at(count++, wanted.size());
                if (products.containsKey(product)) {
                    continue;
                }
                waitForRuns();
                add(product, reading.of(product, listed, lists));
                if (listed.contains(product)) {
                    process.time().rest(BETWEEN_PRODUCTS, caller.stop());
                }
                caller.stop().check();
            }
        }
    }

    /** Continues an earlier reading if no run has changed the store since, or begins one. */
    private void goOn() {
        Instant now = process.time().instant();
        Optional<Instant> earlier =
                database.sql(
                                """
                                select max(begun) from read_product
                                 where account = ? and purpose = ?
                                """)
                        .params(account, purpose)
                        .query(OffsetDateTime.class)
                        .optional()
                        .map(OffsetDateTime::toInstant)
                        .filter(at -> at.isAfter(now.minus(KEPT)))
                        .filter(at -> !hasRunSince(at));
        begun = earlier.orElse(now);
        if (earlier.isEmpty()) {
            clear();
        }
        database.sql(
                        """
                        select product, content from read_product
                         where account = ? and purpose = ?
                        """)
                .params(account, purpose)
                .query(
                        row -> {
                            products.put(row.getInt(1), row.getBytes(2));
                        });
    }

    private boolean hasRunSince(Instant at) {
        return process.ledger().runs().firstSince(account, at.plusMillis(1)) != Long.MAX_VALUE;
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

    private void add(int product, T found) {
        byte[] content = Compression.compress(JSON.writeValueAsBytes(found));
        products.put(product, content);
        database.put(
                """
                update read_product set begun = :begun, content = :content
                 where account = :account and purpose = :purpose and product = :product
                """,
                """
                insert into read_product (account, purpose, product, begun, content)
                values (:account, :purpose, :product, :begun, :content)
                """,
                row ->
                        row.param("account", account)
                                .param("purpose", purpose)
                                .param("product", product)
                                .param("begun", Database.time(begun))
                                .param("content", content));
    }

    public Instant begun() {
        return begun;
    }

    public int count() {
        return products.size();
    }

    /** All of them in the order of their products, unpacked one by one. */
    public void each(Consumer<T> use) {
        products.values()
                .forEach(each -> use.accept(JSON.readValue(Compression.decompress(each), type)));
    }

    /** Forgets what was read: the next reading begins anew. */
    public void clear() {
        database.sql("delete from read_product where account = ? and purpose = ?")
                .params(account, purpose)
                .update();
    }
}
