package dev.stockload.imports.change;

import dev.stockload.database.Compression;
import dev.stockload.database.Database;

import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * How far the check of a store has come, with a row for each product, so that a check that was
 * stopped or killed continues; and what the last one that was completed found.
 */
final class StoreProgress {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** What is older says nothing about the store of today. */
    private static final Duration KEPT = Duration.ofDays(1);

    private final Database database;
    private final String account;
    private final Instant begun;
    private final SortedMap<Integer, ComparedProduct> products = new TreeMap<>();

    private StoreProgress(Database database, String account, Instant begun) {
        this.database = database;
        this.account = account;
        this.begun = begun;
    }

    /** Continues the check of an account if what it read is still true, or begins one. */
    static StoreProgress open(
            Database database, String account, Instant now, Predicate<Instant> isStillTrue) {
        Optional<Instant> earlier =
                database.sql("select max(begun) from checked_product where account = :account")
                        .param("account", account)
                        .query(OffsetDateTime.class)
                        .optional()
                        .map(OffsetDateTime::toInstant)
                        .filter(at -> at.isAfter(now.minus(KEPT)))
                        .filter(isStillTrue);
        StoreProgress progress = new StoreProgress(database, account, earlier.orElse(now));
        if (earlier.isEmpty()) {
            progress.clear();
        }
        database.sql("select content from checked_product where account = :account")
                .param("account", account)
                .query((row, n) -> read(row.getBytes(1), ComparedProduct.class))
                .list()
                .forEach(each -> progress.products.put(each.pid(), each));
        return progress;
    }

    private void clear() {
        database.sql("delete from checked_product where account = :account")
                .param("account", account)
                .update();
    }

    Instant begun() {
        return begun;
    }

    boolean has(int product) {
        return products.containsKey(product);
    }

    Collection<ComparedProduct> products() {
        return products.values();
    }

    void add(ComparedProduct product) {
        products.put(product.pid(), product);
        database.put(
                """
                update checked_product set begun = :begun, content = :content
                 where account = :account and product = :product
                """,
                """
                insert into checked_product (account, product, begun, content)
                values (:account, :product, :begun, :content)
                """,
                row ->
                        row.param("account", account)
                                .param("product", product.pid())
                                .param("begun", Database.time(begun))
                                .param("content", content(product)));
    }

    void end(VerifyResult result) {
        database.inTransaction(
                () -> {
                    clear();
                    database.put(
                            "update checked_store set content = :content where account = :account",
                            "insert into checked_store (account, content) values (:account,"
                                    + " :content)",
                            row -> row.param("account", account).param("content", content(result)));
                });
    }

    /** The result of the last check that was completed. */
    static Optional<VerifyResult> last(Database database, String account) {
        return database.sql("select content from checked_store where account = :account")
                .param("account", account)
                .query((row, n) -> read(row.getBytes(1), VerifyResult.class))
                .optional();
    }

    private static byte[] content(Object found) {
        return Compression.compress(JSON.writeValueAsBytes(found));
    }

    private static <T> T read(byte[] content, Class<T> type) {
        return JSON.readValue(Compression.decompress(content), type);
    }
}
