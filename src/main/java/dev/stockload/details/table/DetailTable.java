package dev.stockload.details.table;

import dev.stockload.database.Compression;
import dev.stockload.database.Database;
import dev.stockload.runs.RunState;

import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;

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

/**
 * The jobs that fetch product details with the products of each, the requests that the limits
 * count, the fetched details, and the published products.
 */
public record DetailTable(Database database) {
    /** Includes the outcomes that may count as a fetched product; null means in flight. */
    private static final String SAME_PRODUCT =
            "same.account = f.account and same.product = f.product"
                    + " and (same.outcome is null or same.outcome in ('FETCHED', 'IN_DOUBT'))";

    /** The most requests to delete at once; a day adds at most 300. */
    private static final int MOST_FETCHES = 1_000;

    private static final int MOST_RUNS = 20;

    private static final String RUN_COLUMNS =
            """
            r.id, r.account, r.asked, r.refresh, r.out_file as out, r.state,
            r.started_at as startedAt, r.ended_at as endedAt, r.waits, r.resume_at as resumeAt,
            r.message, r.owner\
            """;
    private static final RowMapper<DetailRun> RUN = new SimplePropertyRowMapper<>(DetailRun.class);

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

    /** A stored detail; {@code json} has the fields of the service. */
    public record Entry(int product, Instant at, byte[] json) {}

    /**
     * A product of a job.
     *
     * @param state W for waiting, F for fetched, R for refused
     * @param refusedAt when the service last refused it, though it is in the product list
     */
    public record Wanted(int product, char state, Instant refusedAt, String words) {
        public boolean waits() {
            return state == 'W';
        }
    }

    /**
     * How a job ended.
     *
     * @param resumeAt when it can resume; null if people have to do something first
     */
    public record End(RunState state, boolean waits, Instant resumeAt, String message) {
        public static final End STOPPED =
                new End(RunState.STOPPED, false, null, "It was stopped on request");

        public static End waiting(Instant until, String message) {
            return new End(RunState.STOPPED, true, until, message);
        }
    }

    /** Adds a job for an order, which runs at once. */
    public void add(String id, DetailsOrder order, Instant now, String owner) {
        database.inTransaction(
                () -> {
                    Database.one(
                            database.sql(
                                            """
                                            insert into detail_run (id, account, asked, refresh, out_file, state,
                                                                    started_at, waits, owner)
                                            values (:id, :account, :asked, :refresh, :out, 'RUNNING',
                                                    :started, false, :owner)
                                            """)
                                    .params(Map.of("id", id, "account", order.account()))
                                    .param("asked", order.asked())
                                    .param("refresh", order.refresh())
                                    .param("out", order.file(), Types.VARCHAR)
                                    .param("started", Database.time(now))
                                    .param("owner", owner),
                            "new job " + id);
                    want(id, order.products());
                });
    }

    public Optional<DetailRun> find(String id) {
        return database.sql("select %s from detail_run r where id = :id".formatted(RUN_COLUMNS))
                .param("id", id)
                .query(RUN)
                .optional();
    }

    public DetailRun get(String id) {
        return find(id).orElseThrow(() -> new IllegalStateException("There is no job " + id));
    }

    public List<DetailRun> unfinished() {
        return database.sql(
                        """
                        select %s from detail_run r
                         where r.state <> 'COMPLETED' order by r.started_at, r.id
                        """
                                .formatted(RUN_COLUMNS))
                .query(RUN)
                .list();
    }

    /** A job that runs by itself also resumes by itself; {@code out} may be null. */
    public void running(String id, String owner, String out, boolean byItself) {
        Database.one(
                database.sql(
                                """
                                update detail_run set state = 'RUNNING', ended_at = null, waits = :waits,
                                       resume_at = null, message = null, owner = :owner, out_file = :out
                                 where id = :id
                                """)
                        .params(Map.of("waits", byItself, "owner", owner))
                        .param("out", out, Types.VARCHAR)
                        .param("id", id),
                "state of job " + id);
    }

    public void ended(String id, Instant at, End end) {
        Database.one(
                database.sql(
                                """
                                update detail_run set state = :state, ended_at = :at, waits = :waits,
                                       resume_at = :resume, message = :message
                                 where id = :id
                                """)
                        .params(Map.of("state", end.state().name(), "at", Database.time(at)))
                        .param("waits", end.waits())
                        .param(
                                "resume",
                                Database.time(end.resumeAt()),
                                Types.TIMESTAMP_WITH_TIMEZONE)
                        .param("message", Database.cut(end.message(), 4000), Types.VARCHAR)
                        .param("id", id),
                "state of job " + id);
    }

    /** The jobs and their progress, newest first, without those that finished long ago. */
    public List<DetailStanding> standings() {
        return database.sql(
                        """
                        select %s, w.products, w.fetched, w.refused
                          from detail_run r
                          left join (select run, count(*) as products,
                                            sum(case when state = 'F' then 1 else 0 end) as fetched,
                                            sum(case when state = 'R' then 1 else 0 end) as refused
                                       from detail_wanted group by run) w on w.run = r.id
                         where r.state <> 'COMPLETED' or w.products > 0
                         order by r.started_at desc, r.id desc
                        """
                                .formatted(RUN_COLUMNS))
                .query(
                        (row, number) ->
                                new DetailStanding(
                                        RUN.mapRow(row, number),
                                        row.getInt("products"),
                                        row.getInt("fetched"),
                                        row.getInt("refused")))
                .list();
    }

    /** The products of a job; those that were never refused come first. */
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
                                        row.getString("state").charAt(0),
                                        Database.time(row, "refused_at"),
                                        row.getString("words")))
                .list();
    }

    public List<Integer> fetched(String run) {
        return database.sql(
                        """
                        select product from detail_wanted where run = :run and state = 'F'
                         order by position
                        """)
                .param("run", run)
                .query(Integer.class)
                .list();
    }

    /** Adds waiting products that the job does not have yet. */
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
                            values (?, ?, ?, 'W')
                            """,
                            rows);
                });
    }

    /** Marks products as fetched whose detail another job has fetched before. */
    public void useFetched(DetailRun run) {
        database.sql(
                        """
                        update detail_wanted set state = 'F', refused_at = null, words = null
                         where run = :run and state = 'W'
                           and exists (select 1 from detail d
                                        where d.account = :account
                                          and d.product = detail_wanted.product)
                        """)
                .params(Map.of("run", run.id(), "account", run.account()))
                .update();
    }

    /** Records a refusal that may be due to the product or to a limit. */
    public void suspected(String run, int product, Instant at, String words) {
        update(run, product, "W", words, at);
    }

    public void refused(String run, int product, String words) {
        update(run, product, "R", words, null);
    }

    private void update(String run, int product, String state, String words, Instant refusedAt) {
        Database.one(
                database.sql(
                                """
                                update detail_wanted set state = :state, words = :words, refused_at = :at
                                 where run = :run and product = :product and state = 'W'
                                """)
                        .param("state", state)
                        .param("at", Database.time(refusedAt), Types.TIMESTAMP_WITH_TIMEZONE)
                        .param("words", Database.cut(words, 2000), Types.VARCHAR)
                        .params(Map.of("run", run, "product", product)),
                "product %d of job %s".formatted(product, run));
    }

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

    public void fetched(Fetch fetch, String store, byte[] json, Instant at) {
        database.inTransaction(
                () -> {
                    end(fetch, FetchOutcome.FETCHED, null, at);
                    keep(fetch.run().account(), fetch.product(), store, json, at);
                    update(fetch.run().id(), fetch.product(), "F", null, null);
                });
    }

    public void end(Fetch fetch, FetchOutcome outcome, String words, Instant at) {
        Database.one(
                database.sql(
                                """
                                update detail_fetch set outcome = :outcome, words = :words, at = :at
                                 where id = :id and outcome is null
                                """)
                        .param("outcome", outcome.name())
                        .param("words", Database.cut(words, 2000), Types.VARCHAR)
                        .params(Map.of("at", Database.time(at), "id", fetch.id())),
                "outcome of fetch " + fetch.id());
    }

    /**
     * Marks a job whose process ended as failed, unless another process was faster. Its request in
     * flight is in doubt.
     */
    public void recover(DetailRun run, Instant at) {
        database.inTransaction(
                () -> {
                    int ours =
                            database.sql(
                                            """
                                            update detail_run set state = 'FAILED', ended_at = :at, message = :why,
                                                   resume_at = case when waits then :at end
                                             where id = :id and state = 'RUNNING' and owner = :owner
                                            """)
                                    .param("at", Database.time(at))
                                    .param("why", DetailRun.CUT_OFF)
                                    .params(Map.of("id", run.id(), "owner", run.owner()))
                                    .update();
                    if (ours == 1) {
                        database.sql(
                                        """
                                        update detail_fetch set outcome = 'IN_DOUBT',
                                               words = 'the program ended before the answer'
                                         where run = :run and outcome is null
                                        """)
                                .param("run", run.id())
                                .update();
                    }
                });
    }

    public Optional<Entry> kept(String account, int product) {
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
                        select f.product, d.store, f.firstAt, f.lastAt,
                               p.at is not null as published
                          from (select product, min(at) as firstAt, max(at) as lastAt
                                  from detail_fetch
                                 where account = :account
                                   and (outcome is null or outcome in ('FETCHED', 'IN_DOUBT'))
                                 group by product) f
                          left join detail d on d.account = :account and d.product = f.product
                          left join published p on p.account = :account and p.product = f.product
                         order by f.firstAt, f.product
                        """)
                .param("account", account)
                .query(FetchedProduct.class)
                .list();
    }

    public List<String> accounts() {
        return database.sql("select distinct account from detail_run order by account")
                .query(String.class)
                .list();
    }

    public boolean fetchedSince(String account, Instant time) {
        return database.sql(
                        """
                        select exists (select 1 from detail_fetch where account = :account
                                          and outcome = 'FETCHED' and at > :time)
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
     * Deletes the product lists of jobs that finished before the first time. Of what is older than
     * the second time, deletes some requests of an account, but not the first and the last fetch of
     * each product, which the limits need, and some jobs that have no products or requests.
     */
    public void removeOld(String account, Instant finished, Instant old) {
        database.sql(
                        """
                        delete from detail_wanted
                         where run in (select id from detail_run
                                        where state = 'COMPLETED' and ended_at < :finished)
                        """)
                .param("finished", Database.time(finished))
                .update();
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
                .params(Map.of("account", account, "before", Database.time(old)))
                .param("most", MOST_FETCHES)
                .update();
        database.sql(
                        """
                        delete from detail_run where id in (
                          select r.id from detail_run r
                           where r.state = 'COMPLETED' and r.ended_at < :before
                             and not exists (select 1 from detail_fetch f where f.run = r.id)
                             and not exists (select 1 from detail_wanted w where w.run = r.id)
                           order by r.ended_at fetch first :most rows only)
                        """)
                .params(Map.of("before", Database.time(old), "most", MOST_RUNS))
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
