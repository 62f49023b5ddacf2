package dev.stockload.ledger;

import dev.stockload.stock.PackedSizes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What jobs have sent of colours that another job has sent since, and nobody has named again. */
final class SentByJob {
    private final Database database;

    SentByJob(Database database) {
        this.database = database;
    }

    /** The sizes of each job, by colour. */
    Map<AcknowledgedStock.Key, Map<String, PackedSizes>> of(
            String account, Collection<Integer> products) {
        Map<AcknowledgedStock.Key, Map<String, PackedSizes>> found = new HashMap<>();
        database.sql(
                        """
                        select s.product, s.colour, s.job, s.sizes
                          from unnest(:products) as wanted (product)
                          join sent_by_job s
                            on s.account = :account and s.product = wanted.product
                        """)
                .param("account", account)
                .param("products", Database.array(products))
                .query(
                        row -> {
                            AcknowledgedStock.Key key =
                                    new AcknowledgedStock.Key(
                                            row.getInt("product"), row.getString("colour"));
                            found.computeIfAbsent(key, colour -> new HashMap<>())
                                    .put(
                                            row.getString("job"),
                                            new PackedSizes(row.getBytes("sizes")));
                        });
        return found;
    }

    /** The products of which a job has sent something that another has not named since. */
    List<Integer> products(String account, String job) {
        return database.sql(
                        """
                        select distinct product from sent_by_job
                         where account = :account and job = :job
                        """)
                .params(Map.of("account", account, "job", job))
                .query(Integer.class)
                .list();
    }

    void delete(String account, Set<AcknowledgedStock.Key> colours) {
        database.template()
                .batchUpdate(
                        "delete from sent_by_job where account = ? and product = ? and colour = ?",
                        colours.stream()
                                .map(key -> new Object[] {account, key.product(), key.colour()})
                                .toList());
    }

    void add(String account, Map<AcknowledgedStock.Key, Map<String, PackedSizes>> colours) {
        List<Object[]> rows = new ArrayList<>();
        colours.forEach(
                (key, jobs) ->
                        jobs.forEach(
                                (job, sizes) ->
                                        rows.add(
                                                new Object[] {
                                                    account,
                                                    key.product(),
                                                    key.colour(),
                                                    job,
                                                    sizes.bytes()
                                                })));
        database.addAll(
                """
                insert into sent_by_job (account, product, colour, job, sizes)
                values (?, ?, ?, ?, ?)
                """,
                rows.iterator());
    }
}
