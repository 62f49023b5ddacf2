package dev.stockload.details.table;

import dev.stockload.database.Compression;
import dev.stockload.database.Database;
import dev.stockload.merchant.Outcome;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;

import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The products of runs that fetch details, the requests, the details, and the marks. */
public record DetailTable(Database database) {
    /** Includes the outcomes that may count as a fetched product; null means in flight or lost. */
    private static final String SAME_PRODUCT =
            "same.account = f.account and same.product = f.product"
                    + " and (same.outcome is null or same.outcome in ('ACCEPTED', 'IN_DOUBT'))";

    /** The most requests to delete at once; a day adds at most 300. */
    private static final int MOST_FETCHES = 1_000;

    /** A request for a detail that has no outcome yet. */
    public record Fetch(String id, Run run, int product) {}

    /** A stored detail; {@code json} has the fields of the service. */
    public record Entry(int product, Instant at, byte[] json) {}

    /**
     * A product of a run.
     *
     * @param state READY until it was fetched (SENT) or refused (REJECTED)
     * @param refusedAt when the service last refused it, though it is in the product list
     */
    public record Wanted(int product, ColourState state, Instant refusedAt, String words) {
        public boolean waits() {
            return state == ColourState.READY;
        }
    }

    /** The products of a run; those that were never refused come first. */
    public List<Wanted> wanted(String run) {
        return database.sql(
                        """
                        select product, state, refused_at, words
                          from detail_wanted where run = :run
                         order by case when refused_at is null then 0 else 1 end, position
                        """)
                .param("run", run)
                .query(
                        (row, number) ->
                                new Wanted(
                                        row.getInt("product"),
                                        ColourState.of(row.getString("state").charAt(0)),
                                        Database.time(row, "refused_at"),
                                        row.getString("words")))
                .list();
    }

    /** How many products of a run are in each state. */
    public Tally count(String run) {
        Tally count = Tally.NONE;
        for (Wanted each : wanted(run)) {
            count = count.plus(each.state(), 1, 0);
        }
        return count;
    }

    /** Adds waiting products that the run does not have yet. */
    public void want(String run, Collection<Integer> products) {
        database.inTransaction(
                () -> {
                    Set<Integer> known = new HashSet<>();
                    wanted(run).forEach(each -> known.add(each.product()));
                    List<Object[]> rows = new ArrayList<>();
                    for (int product : products) {
                        int position = known.size();
                        if (known.add(product)) {
                            rows.add(new Object[] {run, product, position});
                        }
                    }
                    database.addAll(
                            """
                            insert into detail_wanted (run, product, position, state)
                            values (?, ?, ?, 'r')
                            """,
                            rows);
                });
    }

    /** Marks products as fetched whose detail another run has fetched before. */
    public void useFetched(Run run) {
        database.sql(
                        """
                        update detail_wanted set state = 's', refused_at = null, words = null
                         where run = :run and state = 'r'
                           and exists (select 1 from detail d
                                        where d.account = :account
                                          and d.product = detail_wanted.product)
                        """)
                .params(Map.of("run", run.id(), "account", run.account()))
                .update();
    }

    /** Records a refusal that may be due to the product or to a limit. */
    public void suspected(String run, int product, Instant at, String words) {
        update(run, product, ColourState.READY, words, at);
    }

    public void refused(String run, int product, String words) {
        update(run, product, ColourState.REJECTED, words, null);
    }

    private void update(
            String run, int product, ColourState state, String words, Instant refusedAt) {
        Database.one(
                database.sql(
                                """
                                update detail_wanted set state = :state, words = :words, refused_at = :at
                                 where run = :run and product = :product and state = 'r'
                                """)
                        .param("state", String.valueOf(state.letter()))
                        .param("at", Database.time(refusedAt), Types.TIMESTAMP_WITH_TIMEZONE)
                        .param("words", Database.cut(words, 2000), Types.VARCHAR)
                        .params(Map.of("run", run, "product", product)),
                "product %d of run %s".formatted(product, run));
    }

    /** Records a request before it is sent. */
    public Fetch begin(Run run, int product, Instant at) {
        Fetch fetch = new Fetch(UUID.randomUUID().toString(), run, product);
        Database.one(
                database.sql(
                                """
                                insert into detail_fetch (id, account, product, at)
                                values (:id, :account, :product, :at)
                                """)
                        .params(Map.of("id", fetch.id(), "account", run.account()))
                        .params(Map.of("product", product, "at", Database.time(at))),
                "fetch of product " + product);
        return fetch;
    }

    public void fetched(Fetch fetch, String store, byte[] json, Instant at) {
        database.inTransaction(
                () -> {
                    end(fetch, Outcome.Kind.ACCEPTED, at);
                    keep(fetch.run().account(), fetch.product(), store, json, at);
                    update(fetch.run().id(), fetch.product(), ColourState.SENT, null, null);
                });
    }

    public void end(Fetch fetch, Outcome.Kind outcome, Instant at) {
        Database.one(
                database.sql(
                                """
                                update detail_fetch set outcome = :outcome, at = :at
                                 where id = :id and outcome is null
                                """)
                        .param("outcome", outcome.name())
                        .params(Map.of("at", Database.time(at), "id", fetch.id())),
                "outcome of fetch " + fetch.id());
    }

    public Optional<Entry> fetched(String account, int product) {
        return database.sql(
                        "select content, at from detail where account = :account and product ="
                                + " :product")
                .params(Map.of("account", account, "product", product))
                .query(
                        (row, number) ->
                                new Entry(
                                        product,
                                        Database.time(row, "at"),
                                        Compression.decompress(row.getBytes("content"))))
                .optional();
    }

    /**
     * The times of requests from this time on that the service may count: it took or refused them.
     */
    public List<Instant> counted(String account, Instant from) {
        return database.sql(
                        """
                        select at from detail_fetch where account = :account and at >= :from
                           and (outcome is null or outcome in ('ACCEPTED', 'IN_DOUBT', 'REFUSED'))
                        """)
                .params(Map.of("account", account, "from", Database.time(from)))
                .query((row, number) -> Database.time(row, "at"))
                .list();
    }

    /** All products that the service may count as fetched. */
    public List<FetchedProduct> products(String account) {
        return database.sql(
                        """
                        select f.product, d.store, f.firstAt, f.lastAt,
                               p.at is not null as published
                          from (select product, min(at) as firstAt, max(at) as lastAt
                                  from detail_fetch
                                 where account = :account
                                   and (outcome is null or outcome in ('ACCEPTED', 'IN_DOUBT'))
                                 group by product) f
                          left join detail d on d.account = :account and d.product = f.product
                          left join published p on p.account = :account and p.product = f.product
                         order by f.firstAt, f.product
                        """)
                .param("account", account)
                .query(FetchedProduct.class)
                .list();
    }

    public boolean fetchedSince(String account, Instant time) {
        return database.sql(
                        """
                        select exists (select 1 from detail_fetch where account = :account
                                          and outcome = 'ACCEPTED' and at > :time)
                        """)
                .params(Map.of("account", account, "time", Database.time(time)))
                .query(Boolean.class)
                .single();
    }

    /** Returns whether that changed anything. */
    public boolean publish(String account, int product, boolean published, Instant at) {
        String one = "account = :account and product = :product";
        return database.sql(
                                published
                                        ? "insert into published (account, product, at)"
                                                + " select :account, :product, :at where not exists"
                                                + " (select 1 from published where %s)"
                                                        .formatted(one)
                                        : "delete from published where " + one)
                        .params(Map.of("account", account, "product", product))
                        .param("at", Database.time(at))
                        .update()
                == 1;
    }

    /**
     * Of what is older than this time, deletes some requests of an account, but not the first and
     * the last fetch of each product, which the limits need.
     */
    public void removeOld(String account, Instant old) {
        database.sql(
                        """
                        delete from detail_fetch where id in (
                          select f.id from detail_fetch f
                           where f.account = :account and f.at < :before
                             and (f.outcome not in ('ACCEPTED', 'IN_DOUBT')
                                  or exists (select 1 from detail_fetch same
                                              where %1$s and same.at < f.at)
                                 and exists (select 1 from detail_fetch same
                                              where %1$s and same.at > f.at))
                           order by f.account, f.at fetch first :most rows only)
                        """
                                .formatted(SAME_PRODUCT))
                .params(Map.of("account", account, "before", Database.time(old)))
                .param("most", MOST_FETCHES)
                .update();
    }

    private void keep(String account, int product, String store, byte[] json, Instant at) {
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
                        .param("content", Compression.compress(json)),
                "detail of product " + product);
    }
}
