package dev.stockload.ledger;

import dev.stockload.stock.PackedSizes;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the service last acknowledged for each colour of an account. */
public final class Acknowledged {
    private static final int AT_A_TIME = 500;

    private final Database database;

    /** A colour of a product, as the service tells them apart. */
    public record Key(int product, String colour) {}

    /**
     * The stock that was acknowledged, and the run that sent it.
     *
     * @param run null where it is so long ago that the run is kept no more
     * @param number the place of that run among those of its account
     * @param content the hash of that run's sheet
     * @param sure whether nothing can have been sent since; not where an older copy of the ledger
     *     was restored
     */
    public record Entry(PackedSizes sizes, String run, long number, String content, boolean sure) {}

    /** What is kept of the run that brought an entry, for when the run itself is gone. */
    private record Source(long number, String content) {}

    Acknowledged(Database database) {
        this.database = database;
    }

    /** What was acknowledged for the colours of these products. */
    public Map<Key, Entry> of(String account, Collection<Integer> products) {
        Map<Key, Entry> found = new HashMap<>();
        if (products.isEmpty()) {
            return found;
        }
        database.sql(
                        """
                        select a.product, a.colour, a.sizes, a.run, a.number, a.content,
                               coalesce(a.number > r.number, true) as sure
                          from acknowledged a left join restored r on r.account = a.account
                         where a.account = :account and a.product in (:products)
                        """)
                .param("account", account)
                .param("products", products)
                .query(
                        row -> {
                            found.put(
                                    new Key(row.getInt("product"), row.getString("colour")),
                                    new Entry(
                                            new PackedSizes(row.getBytes("sizes")),
                                            row.getString("run"),
                                            row.getLong("number"),
                                            row.getString("content"),
                                            row.getBoolean("sure")));
                        });
        return found;
    }

    /** The same for any number of products. */
    Map<Key, Entry> ofAll(String account, List<Integer> products) {
        Map<Key, Entry> found = new HashMap<>();
        for (int from = 0; from < products.size(); from += AT_A_TIME) {
            int to = Math.min(products.size(), from + AT_A_TIME);
            found.putAll(of(account, products.subList(from, to)));
        }
        return found;
    }

    /** The products of which something was acknowledged. */
    public Set<Integer> products(String account) {
        return new HashSet<>(
                database.sql("select distinct product from acknowledged where account = :account")
                        .param("account", account)
                        .query(Integer.class)
                        .list());
    }

    void put(String account, String run, Collection<LedgerColour> colours, Instant at) {
        List<Object[]> keys =
                colours.stream().map(c -> new Object[] {account, c.product(), c.name()}).toList();
        Source source = source(run);
        List<Object[]> rows =
                colours.stream()
                        .map(
                                c ->
                                        new Object[] {
                                            account,
                                            c.product(),
                                            c.name(),
                                            c.sizes().bytes(),
                                            run,
                                            Database.time(at),
                                            source.number(),
                                            source.content()
                                        })
                        .toList();
        // MERGE is spelled differently by every database; this is not.
        database.template()
                .batchUpdate(
                        "delete from acknowledged where account = ? and product = ? and colour = ?",
                        keys);
        database.template()
                .batchUpdate(
                        """
                        insert into acknowledged (account, product, colour, sizes, run, at, number, content)
                        values (?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                        rows);
    }

    private Source source(String run) {
        return database.sql("select number, content from run where id = :id")
                .param("id", run)
                .query((row, n) -> new Source(row.getLong("number"), row.getString("content")))
                .single();
    }
}
