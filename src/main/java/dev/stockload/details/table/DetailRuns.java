package dev.stockload.details.table;

import dev.stockload.database.Database;
import dev.stockload.runs.RunState;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The jobs that fetch product details, and the products of each. */
public record DetailRuns(Database database) {
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
     * @param waits whether it resumes by itself
     * @param resumeAt when it can resume; null if people have to do something first
     */
    public record End(RunState state, boolean waits, Instant resumeAt, String message) {
        public static final End STOPPED =
                new End(RunState.STOPPED, false, null, "It was stopped on request");

        public static End waiting(Instant until, String message) {
            return new End(RunState.STOPPED, true, until, message);
        }
    }

    /** Adds a job with its products, as far as they are known. */
    public void add(DetailRun run, Collection<Integer> products) {
        database.inTransaction(
                () -> {
                    insert(run);
                    want(run.id(), products);
                });
    }

    private void insert(DetailRun run) {
        Database.one(
                database.sql(
                                """
                                insert into detail_run (id, account, asked, refresh, out_file, state,
                                                        started_at, waits, owner)
                                values (:id, :account, :asked, :refresh, :out, :state,
                                        :started, false, :owner)
                                """)
                        .params(Map.of("id", run.id(), "account", run.account()))
                        .params(Map.of("asked", run.asked(), "refresh", run.refresh()))
                        .param("out", run.out(), Types.VARCHAR)
                        .param("state", run.state().name())
                        .param("started", Database.time(run.startedAt()))
                        .param("owner", run.owner()),
                "new job " + run.id());
    }

    public Optional<DetailRun> find(String id) {
        return database.find("select * from detail_run where id = :id", id, DetailRuns::read);
    }

    public DetailRun get(String id) {
        return find(id).orElseThrow(() -> new IllegalStateException("There is no job " + id));
    }

    /** The jobs that are not completed, oldest first. */
    public List<DetailRun> unfinished() {
        return database.sql(
                        """
                        select * from detail_run where state <> 'COMPLETED' order by started_at, id
                        """)
                .query(DetailRuns::read)
                .list();
    }

    /**
     * Marks a job as running.
     *
     * @param out the file to write; may be null
     * @param byItself whether it runs by itself: then it also resumes by itself
     */
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

    /**
     * Marks a job as failed because its process ended.
     *
     * @return false if another process was faster
     */
    boolean cutOff(DetailRun run, Instant at, String message) {
        return database.sql(
                                """
                                update detail_run set state = 'FAILED', ended_at = :at, message = :message,
                                       resume_at = case when waits then :at end
                                 where id = :id and state = 'RUNNING' and owner = :owner
                                """)
                        .params(Map.of("at", Database.time(at), "message", message, "id", run.id()))
                        .param("owner", run.owner())
                        .update()
                == 1;
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
                        select r.*, w.products, w.fetched, w.refused
                          from detail_run r
                          left join (select run, count(*) as products,
                                            sum(case when state = 'F' then 1 else 0 end) as fetched,
                                            sum(case when state = 'R' then 1 else 0 end) as refused
                                       from detail_wanted group by run) w on w.run = r.id
                         where r.state <> 'COMPLETED' or w.products > 0
                         order by r.started_at desc, r.id desc
                        """)
                .query(
                        (row, number) ->
                                new DetailStanding(
                                        read(row, number),
                                        row.getInt("products"),
                                        row.getInt("fetched"),
                                        row.getInt("refused")))
                .list();
    }

    /** The products of a job; those that were never refused come first. */
    public List<Wanted> wanted(String run) {
        return database.sql(
                        """
                        select product, state, refused_at, words from detail_wanted where run = :run
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

    /** The fetched products of a job, in order. */
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
                    Set<Integer> known =
                            new HashSet<>(
                                    database.sql(
                                                    "select product from detail_wanted where run ="
                                                            + " :run")
                                            .param("run", run)
                                            .query(Integer.class)
                                            .list());
                    List<Object[]> rows = new ArrayList<>();
                    for (int product : products) {
                        int position = known.size();
                        if (known.add(product)) {
                            rows.add(new Object[] {run, product, position});
                        }
                    }
                    database.template()
                            .batchUpdate(
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

    /** Deletes the product lists of jobs that finished before this time. */
    public void removeProducts(Instant before) {
        database.sql(
                        """
                        delete from detail_wanted
                         where run in (select id from detail_run
                                        where state = 'COMPLETED' and ended_at < :before)
                        """)
                .param("before", Database.time(before))
                .update();
    }

    /** Records a refusal that may be due to the product or to a limit. */
    public void suspected(String run, int product, Instant at, String words) {
        update(run, product, "W", words, at);
    }

    /** Marks a product as refused. */
    public void refused(String run, int product, String words) {
        update(run, product, "R", words, null);
    }

    void fetched(String run, int product) {
        update(run, product, "F", null, null);
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

    /** Deletes some jobs that finished before this time and have no products or requests. */
    public void removeOld(Instant before, int most) {
        database.sql(
                        """
                        delete from detail_run where id in (
                          select r.id from detail_run r
                           where r.state = 'COMPLETED' and r.ended_at < :before
                             and not exists (select 1 from detail_fetch f where f.run = r.id)
                             and not exists (select 1 from detail_wanted w where w.run = r.id)
                           order by r.ended_at fetch first :most rows only)
                        """)
                .params(Map.of("before", Database.time(before), "most", most))
                .update();
    }

    private static DetailRun read(ResultSet row, int number) throws SQLException {
        return new DetailRun(
                row.getString("id"),
                row.getString("account"),
                row.getString("asked"),
                row.getBoolean("refresh"),
                row.getString("out_file"),
                RunState.valueOf(row.getString("state")),
                Database.time(row, "started_at"),
                Database.time(row, "ended_at"),
                row.getBoolean("waits"),
                Database.time(row, "resume_at"),
                row.getString("message"),
                row.getString("owner"));
    }
}
