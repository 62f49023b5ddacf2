package dev.stockload.ledger;

import dev.stockload.ledger.AcknowledgedStock.Entry;
import dev.stockload.ledger.AcknowledgedStock.Key;
import dev.stockload.stock.PackedSizes;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rows of what was acknowledged, a colour each, with the sizes of several jobs beside them. */
final class AcknowledgedTable {
    private static final int AT_A_TIME = 500;

    /** A list to be in would be gone through for each row of the account. */
    static final String OF_PRODUCTS =
            """
            select a.product, a.colour, a.sizes, a.earlier, a.job, a.run, a.at, a.number, a.content,
                   coalesce(a.number > r.number, true) as sure
              from unnest(:products) as wanted (product)
              join acknowledged a on a.account = :account and a.product = wanted.product
              left join restored r on r.account = a.account
            """;

    private final Database database;
    private final SentByJob sentByJob;

    AcknowledgedTable(Database database) {
        this.database = database;
        this.sentByJob = new SentByJob(database);
    }

    /** What was acknowledged for the colours of these products, however many they are. */
    Map<Key, Entry> of(String account, Collection<Integer> products) {
        Map<Key, Entry> found = new HashMap<>();
        List<Integer> all = List.copyOf(products);
        for (int from = 0; from < all.size(); from += AT_A_TIME) {
            List<Integer> some = all.subList(from, Math.min(all.size(), from + AT_A_TIME));
            Map<Key, Map<String, PackedSizes>> others = sentByJob.of(account, some);
            database.sql(OF_PRODUCTS)
                    .param("account", account)
                    .param("products", Database.array(some))
                    .query(
                            row -> {
                                Key key = new Key(row.getInt("product"), row.getString("colour"));
                                found.put(key, entry(row, others.getOrDefault(key, Map.of())));
                            });
        }
        return found;
    }

    private static Entry entry(ResultSet row, Map<String, PackedSizes> others) throws SQLException {
        byte[] earlier = row.getBytes("earlier");
        return new Entry(
                new PackedSizes(row.getBytes("sizes")),
                earlier == null ? null : new PackedSizes(earlier),
                others,
                row.getString("job"),
                row.getString("run"),
                Database.time(row, "at"),
                row.getLong("number"),
                row.getString("content"),
                row.getBoolean("sure"));
    }

    /** The products of which this job has sent a size that no other has named since, in order. */
    List<Integer> products(String account, String job) {
        Set<Integer> products =
                new TreeSet<>(
                        database.sql(
                                        """
                                        select distinct product from acknowledged
                                         where account = :account and job = :job
                                        """)
                                .params(Map.of("account", account, "job", job))
                                .query(Integer.class)
                                .list());
        products.addAll(sentByJob.products(account, job));
        return List.copyOf(products);
    }

    /**
     * Writes what is known of colours, in place of what was.
     *
     * @param shared those of which sizes of several jobs may be known
     */
    void write(String account, Map<Key, Entry> entries, Set<Key> shared) {
        delete(account, entries.keySet());
        sentByJob.delete(account, shared);
        List<Object[]> rows = new ArrayList<>();
        Map<Key, Map<String, PackedSizes>> others = new LinkedHashMap<>();
        entries.forEach(
                (key, entry) -> {
                    others.put(key, entry.others());
                    rows.add(
                            new Object[] {
                                account,
                                key.product(),
                                key.colour(),
                                entry.sizes().bytes(),
                                entry.earlier() == null ? null : entry.earlier().bytes(),
                                entry.job(),
                                entry.run(),
                                Database.time(entry.at()),
                                entry.number(),
                                entry.content()
                            });
                });
        int[] types = {
            Types.VARCHAR,
            Types.INTEGER,
            Types.VARCHAR,
            Types.VARBINARY,
            Types.VARBINARY,
            Types.VARCHAR,
            Types.VARCHAR,
            Types.TIMESTAMP_WITH_TIMEZONE,
            Types.BIGINT,
            Types.CHAR
        };
        database.template()
                .batchUpdate(
                        """
                        insert into acknowledged
                          (account, product, colour, sizes, earlier, job, run, at, number, content)
                        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                        rows,
                        types);
        sentByJob.add(account, others);
    }

    // MERGE is spelled differently by every database; to delete and insert is not.
    private void delete(String account, Set<Key> colours) {
        database.template()
                .batchUpdate(
                        "delete from acknowledged where account = ? and product = ? and colour = ?",
                        colours.stream()
                                .map(key -> new Object[] {account, key.product(), key.colour()})
                                .toList());
    }

    /** Forgets colours, whoever has sent them. */
    void forget(String account, Set<Key> colours) {
        delete(account, colours);
        sentByJob.delete(account, colours);
    }
}
