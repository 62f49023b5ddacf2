package dev.stockload.details.table;

import dev.stockload.database.Compression;
import dev.stockload.database.Database;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The fetched product details, the requests for them, and the published products: what the limits
 * count.
 */
public record DetailTable(Database database, DetailRuns runs) {
    /** Includes the outcomes that may count as a fetched product; null means in flight. */
    private static final String SAME_PRODUCT =
            "same.account = f.account and same.product = f.product"
                    + " and (same.outcome is null or same.outcome in ('FETCHED', 'IN_DOUBT'))";

    /** The outcome of a request for a detail, as far as it matters for the limits. */
    public enum FetchOutcome {
        FETCHED,
        /** Unknown whether the service counts it. */
        IN_DOUBT,
        /** The service refused: it may count the call, but nothing was fetched. */
        REFUSED,
        /** The service did not accept the request, so it does not count it. */
        NOT_TAKEN
    }

    /** A request for a detail that has no outcome yet. */
    public record Fetch(String id, DetailRun run, int product) {}

    /** A detail as JSON, and when it was fetched. */
    public record Kept(String json, Instant at) {}

    /** Records a request before it is sent. */
    public Fetch begin(DetailRun run, int product, Instant at) {
        Fetch fetch = new Fetch(UUID.randomUUID().toString(), run, product);
        Database.one(
                database.sql(
                                """
                                insert into detail_fetch (id, run, account, product, at)
                                values (:id, :run, :account, :product, :at)
                                """)
                        .params(Map.of("id", fetch.id(), "run", run.id(), "account", run.account()))
                        .params(Map.of("product", product, "at", Database.time(at))),
                "fetch of product " + product);
        return fetch;
    }

    /** Stores a detail and marks the product as fetched. */
    public void fetched(Fetch fetch, String store, String json, Instant at) {
        database.inTransaction(
                () -> {
                    end(fetch, FetchOutcome.FETCHED, null, at);
                    keep(fetch.run().account(), fetch.product(), store, json, at);
                    runs.fetched(fetch.run().id(), fetch.product());
                });
    }

    /** Stores the outcome of a request. */
    public void end(Fetch fetch, FetchOutcome outcome, String words, Instant at) {
        Database.one(
                database.sql(
                                """
                                update detail_fetch set outcome = :outcome, words = :words, at = :at
                                 where id = :id and outcome is null
                                """)
                        .param("outcome", outcome.name())
                        .param("words", Database.cut(words, 2000), java.sql.Types.VARCHAR)
                        .params(Map.of("at", Database.time(at), "id", fetch.id())),
                "outcome of fetch " + fetch.id());
    }

    /** Marks requests as in doubt that were in flight when the process of this job ended. */
    public void recover(DetailRun run, Instant at) {
        database.inTransaction(
                () -> {
                    if (!runs.cutOff(run, at, "The program ended before the run did")) {
                        return;
                    }
                    database.sql(
                                    """
                                    update detail_fetch set outcome = 'IN_DOUBT',
                                           words = 'the program ended before the answer'
                                     where run = :run and outcome is null
                                    """)
                            .param("run", run.id())
                            .update();
                });
    }

    public Optional<Kept> kept(String account, int product) {
        return database.sql(
                        "select content, at from detail where account = :account and product ="
                                + " :product")
                .params(Map.of("account", account, "product", product))
                .query(
                        (row, number) ->
                                new Kept(
                                        new String(
                                                Compression.decompress(row.getBytes("content")),
                                                StandardCharsets.UTF_8),
                                        Database.time(row, "at")))
                .optional();
    }

    /** The times of requests from this time on that the service may count. */
    public List<Instant> counted(String account, Instant from) {
        return database.sql(
                        """
                        select at from detail_fetch where account = :account and at >= :from
                           and (outcome is null or outcome <> 'NOT_TAKEN')
                        """)
                .params(Map.of("account", account, "from", Database.time(from)))
                .query((row, number) -> Database.time(row, "at"))
                .list();
    }

    /** All products that the service may count as fetched. */
    public List<FetchedProduct> products(String account) {
        return database.sql(
                        """
                        select f.product, f.first_at, f.last_at, d.store, p.at as published_at
                          from (select product, min(at) as first_at, max(at) as last_at
                                  from detail_fetch
                                 where account = :account
                                   and (outcome is null or outcome in ('FETCHED', 'IN_DOUBT'))
                                 group by product) f
                          left join detail d on d.account = :account and d.product = f.product
                          left join published p on p.account = :account and p.product = f.product
                         order by f.first_at, f.product
                        """)
                .param("account", account)
                .query(
                        (row, number) ->
                                new FetchedProduct(
                                        row.getInt("product"),
                                        row.getString("store"),
                                        Database.time(row, "first_at"),
                                        Database.time(row, "last_at"),
                                        row.getObject("published_at") != null))
                .list();
    }

    /** The accounts that have fetched details, by name. */
    public List<String> accounts() {
        return database.sql("select distinct account from detail_run order by account")
                .query(String.class)
                .list();
    }

    /** Whether any detail was fetched after this time. */
    public boolean fetchedSince(String account, Instant time) {
        return database.sql(
                                """
                                select count(*) from detail_fetch
                                 where account = :account and outcome = 'FETCHED' and at > :time
                                """)
                        .params(Map.of("account", account, "time", Database.time(time)))
                        .query(Long.class)
                        .single()
                > 0;
    }

    /**
     * Marks a product as published, or removes the mark.
     *
     * @return whether that changed anything
     */
    public boolean publish(String account, int product, boolean published, Instant at) {
        return database.inTransaction(
                () -> {
                    boolean was =
                            database.sql(
                                                    "delete from published where account = :account"
                                                            + " and product = :product")
                                            .params(Map.of("account", account, "product", product))
                                            .update()
                                    == 1;
                    if (published) {
                        Database.one(
                                database.sql(
                                                """
                                                insert into published (account, product, at)
                                                values (:account, :product, :at)
                                                """)
                                        .params(Map.of("account", account, "product", product))
                                        .param("at", Database.time(at)),
                                "mark of product " + product);
                    }
                    return was != published;
                });
    }

    /**
     * Deletes some requests of an account that were sent before this time. Keeps the first and the
     * last fetch of each product, which the limits need.
     */
    public void removeFetches(String account, Instant before, int most) {
        database.sql(
                        """
                        delete from detail_fetch where id in (
                          select f.id from detail_fetch f
                           where f.account = :account and f.at < :before and f.outcome is not null
                             and (f.outcome not in ('FETCHED', 'IN_DOUBT')
                                  or exists (select 1 from detail_fetch same
                                              where %1$s and same.at < f.at)
                                 and exists (select 1 from detail_fetch same
                                              where %1$s and same.at > f.at))
                           order by f.account, f.at fetch first :most rows only)
                        """
                                .formatted(SAME_PRODUCT))
                .params(Map.of("account", account, "before", Database.time(before), "most", most))
                .update();
    }

    private void keep(String account, int product, String store, String json, Instant at) {
        database.sql("delete from detail where account = :account and product = :product")
                .params(Map.of("account", account, "product", product))
                .update();
        Database.one(
                database.sql(
                                """
                                insert into detail (account, product, store, at, content)
                                values (:account, :product, :store, :at, :content)
                                """)
                        .params(Map.of("account", account, "product", product))
                        .param("store", Database.cut(store, 400))
                        .param("at", Database.time(at))
                        .param(
                                "content",
                                Compression.compress(json.getBytes(StandardCharsets.UTF_8))),
                "detail of product " + product);
    }
}
