package dev.stockload.book;

import dev.stockload.book.rules.PackedProduct;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.database.Database;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;

import org.springframework.jdbc.core.simple.JdbcClient;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The book of stock: stores and finds the products of accounts; the rules decide the content. */
public record Book(Database database, Runs runs) {
    private static final int BATCH_SIZE = 100;
    private static final int PART = 1_000_000;

    /** A product with the bytes it was read from, to detect whether it changed. */
    public record Page(ProductEntry product, byte[] bytes) {}

    public AccountRuns runs(String account) {
        return new AccountRuns(database, account);
    }

    public Set<Integer> products(String account) {
        return Set.copyOf(
                database.sql("select product from book where account = :account and part = 0")
                        .param("account", account)
                        .query(Integer.class)
                        .list());
    }

    /** Reads these products; a product that is not in the book is empty. */
    public SortedMap<Integer, Page> products(AccountRuns runs, Collection<Integer> ids) {
        SortedMap<Integer, Page> found = new TreeMap<>();
        ids.forEach(id -> found.put(id, new Page(new ProductEntry(id), null)));
        List<Integer> all = List.copyOf(found.keySet());
        for (int from = 0; from < all.size(); from += BATCH_SIZE) {
            List<Integer> batch = all.subList(from, Math.min(all.size(), from + BATCH_SIZE));
            read(
                            database.sql(
                                            """
                                            select b.product, b.content
                                              from unnest(:products) as wanted (product)
                                              join book b on b.account = :account and b.product = wanted.product
                                             order by b.product, b.part
                                            """)
                                    .param("products", Database.array(batch))
                                    .param("account", runs.account()),
                            runs)
                    .forEach(page -> found.put(page.product().id(), page));
        }
        return found;
    }

    private static List<Page> read(JdbcClient.StatementSpec query, AccountRuns runs) {
        SortedMap<Integer, ByteArrayOutputStream> parts = new TreeMap<>();
        query.query(
                row -> {
                    parts.computeIfAbsent(row.getInt(1), id -> new ByteArrayOutputStream())
                            .writeBytes(row.getBytes(2));
                });
        List<Page> pages = new ArrayList<>(parts.size());
        parts.forEach(
                (id, content) -> {
                    byte[] bytes = content.toByteArray();
                    pages.add(new Page(PackedProduct.read(id, bytes, runs), bytes));
                });
        return pages;
    }

    public Page page(AccountRuns runs, int id) {
        return products(runs, List.of(id)).get(id);
    }

    public Stream<Page> all(AccountRuns runs) {
        List<Integer> ids = products(runs.account()).stream().sorted().toList();
        return IntStream.iterate(0, from -> from < ids.size(), from -> from + BATCH_SIZE)
                .mapToObj(from -> ids.subList(from, Math.min(ids.size(), from + BATCH_SIZE)))
                .flatMap(batch -> products(runs, batch).values().stream());
    }

    /** Whether a store splits our ranges into single sizes; empty until a range was seen. */
    public Optional<Boolean> splitsRanges(String account) {
        return database.sql("select splits_ranges from store where account = :account")
                .param("account", account)
                .query(Boolean.class)
                .optional();
    }

    public void splitsRanges(String account, boolean splits) {
        database.sql("insert into store (account, splits_ranges) values (:account, :splits)")
                .param("account", account)
                .param("splits", splits)
                .update();
    }

    public void save(AccountRuns runs, Collection<Page> pages) {
        String account = runs.account();
        List<Object[]> updates = new ArrayList<>();
        List<Object[]> inserts = new ArrayList<>();
        for (Page page : pages) {
            byte[] now = PackedProduct.write(page.product(), runs);
            if (Arrays.equals(now, page.bytes())) {
                continue;
            }
            int id = page.product().id();
            boolean small = now.length <= PART;
            if (page.bytes() != null && small && page.bytes().length <= PART) {
                updates.add(new Object[] {now, account, id});
                continue;
            }
            if (page.bytes() != null) {
                database.sql("delete from book where account = :account and product = :product")
                        .param("account", account)
                        .param("product", id)
                        .update();
            }
            for (int from = 0, part = 0; from < now.length; from += PART, part++) {
                byte[] content =
                        small
                                ? now
                                : Arrays.copyOfRange(now, from, Math.min(now.length, from + PART));
                inserts.add(new Object[] {account, id, part, content});
            }
        }
        if (!updates.isEmpty()) {
            database.addAll(
                    "update book set content = ? where account = ? and product = ? and part = 0",
                    updates.iterator());
        }
        if (!inserts.isEmpty()) {
            database.addAll(
                    "insert into book (account, product, part, content) values (?, ?, ?, ?)",
                    inserts.iterator());
        }
    }

    public void looked(Run run, Map<Integer, Page> pages, AccountRuns facts) {
        database.inTransaction(
                () -> {
                    runs.expectOwner(run);
                    save(facts, pages.values());
                });
    }

    /** Empties the book of an account that is another store from now on (rule 12). */
    public void clear(String account) {
        for (String table : List.of("book", "history", "store")) {
            database.sql("delete from %s where account = :account".formatted(table))
                    .param("account", account)
                    .update();
        }
    }
}
