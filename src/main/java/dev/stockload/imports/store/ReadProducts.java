package dev.stockload.imports.store;

import dev.stockload.database.Compression;
import dev.stockload.database.Database;
import dev.stockload.ledger.Ledger;

import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What was read of a store so far, with a row for each product, so that a reading that was stopped
 * or killed continues.
 */
public final class ReadProducts<T> {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** What is older says nothing about the store of today. */
    private static final Duration KEPT = Duration.ofDays(1);

    /** What is read, and the word that it is stored under. */
    public record Purpose<T>(String word, Class<T> type) {}

    private final Database database;
    private final String account;
    private final Purpose<T> purpose;
    private final Instant begun;

    /** By product, compressed. */
    private final SortedMap<Integer, byte[]> products = new TreeMap<>();

    private ReadProducts(Database database, String account, Purpose<T> purpose, Instant begun) {
        this.database = database;
        this.account = account;
        this.purpose = purpose;
        this.begun = begun;
    }

    /**
     * Continues a reading for this purpose if no run has changed the store since, or begins one.
     */
    public static <T> ReadProducts<T> open(
            Ledger ledger, String account, Purpose<T> purpose, Instant now) {
        Database database = ledger.database();
        Optional<Instant> earlier =
                database.sql(
                                """
                                select max(begun) from read_product
                                 where account = ? and purpose = ?
                                """)
                        .params(account, purpose.word())
                        .query(OffsetDateTime.class)
                        .optional()
                        .map(OffsetDateTime::toInstant)
                        .filter(at -> at.isAfter(now.minus(KEPT)))
                        .filter(
                                at ->
                                        ledger.runs().firstSince(account, at.plusMillis(1))
                                                == Long.MAX_VALUE);
        ReadProducts<T> read = new ReadProducts<>(database, account, purpose, earlier.orElse(now));
        if (earlier.isEmpty()) {
            read.clear();
        }
        database.sql(
                        """
                        select product, content from read_product
                         where account = ? and purpose = ?
                        """)
                .params(account, purpose.word())
                .query(
                        row -> {
                            read.products.put(row.getInt(1), row.getBytes(2));
                        });
        return read;
    }

    public void clear() {
        database.sql("delete from read_product where account = ? and purpose = ?")
                .params(account, purpose.word())
                .update();
    }

    public Instant begun() {
        return begun;
    }

    public int count() {
        return products.size();
    }

    boolean has(int product) {
        return products.containsKey(product);
    }

    void add(int product, T found) {
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
                                .param("purpose", purpose.word())
                                .param("product", product)
                                .param("begun", Database.time(begun))
                                .param("content", content));
    }

    /** All of them in the order of their products, unpacked one by one. */
    public void each(Consumer<T> use) {
        products.values()
                .forEach(
                        content ->
                                use.accept(
                                        JSON.readValue(
                                                Compression.decompress(content), purpose.type())));
    }
}
