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
import java.util.Optional;
import java.util.Set;

/** The jobs over product details, how they stand, and the products that each is to fetch. */
public record DetailRuns(Database database) {
    /**
     * A product that a job is to fetch.
     *
     * @param state W waits, F is fetched, R was refused
     * @param refusedAt when the service last would not, though the product is in its list
     */
    public record Wanted(int product, char state, Instant refusedAt, String words) {
        public boolean waits() {
            return state == 'W';
        }
    }

    /** Adds a job with the products that it is to fetch, as far as they are known. */
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
                        .param("id", run.id())
                        .param("account", run.account())
                        .param("asked", run.asked())
                        .param("refresh", run.refresh())
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

    /** The jobs that failed or were stopped or cut off, oldest first. */
    public List<DetailRun> unfinished() {
        return database.sql(
                        """
                        select * from detail_run where state <> 'COMPLETED' order by started_at, id
                        """)
                .query(DetailRuns::read)
                .list();
    }

    /**
     * Goes on, for the first time or again.
     *
     * @param out the file to write; null for none
     * @param byItself whether nobody asked: then it goes on again wherever it ends before its end
     */
    public void running(String id, String owner, String out, boolean byItself) {
        Database.one(
                database.sql(
                                """
                                update detail_run set state = 'RUNNING', ended_at = null, waits = :waits,
                                       resume_at = null, message = null, owner = :owner, out_file = :out
                                 where id = :id
                                """)
                        .param("waits", byItself)
                        .param("owner", owner)
                        .param("out", out, Types.VARCHAR)
                        .param("id", id),
                "state of job " + id);
    }

    /**
     * Notes that the process of a job has ended before it.
     *
     * @return false where another process was faster
     */
    boolean cutOff(DetailRun run, Instant at, String message) {
        return database.sql(
                                """
                                update detail_run set state = 'FAILED', ended_at = :at, message = :message,
                                       resume_at = case when waits then :at end
                                 where id = :id and state = 'RUNNING' and owner = :owner
                                """)
                        .param("at", Database.time(at))
                        .param("message", message)
                        .param("id", run.id())
                        .param("owner", run.owner())
                        .update()
                == 1;
    }

    /**
     * It came to its end, or to one before that.
     *
     * @param waits whether it goes on by itself
     * @param resumeAt when it can go on; null where that is not known
     */
    public void ended(
            String id,
            RunState state,
            Instant at,
            boolean waits,
            Instant resumeAt,
            String message) {
        Database.one(
                database.sql(
                                """
                                update detail_run set state = :state, ended_at = :at, waits = :waits,
                                       resume_at = :resume, message = :message
                                 where id = :id
                                """)
                        .param("state", state.name())
                        .param("at", Database.time(at))
                        .param("waits", waits)
                        .param("resume", Database.time(resumeAt), Types.TIMESTAMP_WITH_TIMEZONE)
                        .param("message", Database.cut(message, 4000), Types.VARCHAR)
                        .param("id", id),
                "state of job " + id);
    }

    /** The jobs and how far they are, newest first, but for those that are long finished. */
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

    /** The products of a job: those that wait and were never refused come first. */
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

    /** The fetched products of a job in their order. */
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

    /** Adds products that the job does not know yet; they wait. */
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

    /** Settles the products whose detail was fetched before, by whatever job. */
    public void takeKept(DetailRun run) {
        database.sql(
                        """
                        update detail_wanted set state = 'F', refused_at = null, words = null
                         where run = :run and state = 'W'
                           and exists (select 1 from detail d
                                        where d.account = :account
                                          and d.product = detail_wanted.product)
                        """)
                .param("run", run.id())
                .param("account", run.account())
                .update();
    }

    /** Forgets the product lists of jobs that finished before this time. */
    public void forgetProducts(Instant before) {
        database.sql(
                        """
                        delete from detail_wanted
                         where run in (select id from detail_run
                                        where state = 'COMPLETED' and ended_at < :before)
                        """)
                .param("before", Database.time(before))
                .update();
    }

    /** The service would not, for a reason that may be the product's own or a limit. */
    public void suspected(String run, int product, Instant at, String words) {
        Database.one(
                database.sql(
                                """
                                update detail_wanted set refused_at = :at, words = :words
                                 where run = :run and product = :product and state = 'W'
                                """)
                        .param("at", Database.time(at))
                        .param("words", Database.cut(words, 2000))
                        .param("run", run)
                        .param("product", product),
                "product %d of job %s".formatted(product, run));
    }

    /** The service has no detail of this product for us. */
    public void refused(String run, int product, String words) {
        settle(run, product, "R", words);
    }

    void fetched(String run, int product) {
        settle(run, product, "F", null);
    }

    private void settle(String run, int product, String state, String words) {
        Database.one(
                database.sql(
                                """
                                update detail_wanted set state = :state, words = :words, refused_at = null
                                 where run = :run and product = :product and state = 'W'
                                """)
                        .param("state", state)
                        .param("words", Database.cut(words, 2000), Types.VARCHAR)
                        .param("run", run)
                        .param("product", product),
                "product %d of job %s".formatted(product, run));
    }

    /** Removes some jobs that finished before this time and have neither products nor requests. */
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
                .param("before", Database.time(before))
                .param("most", most)
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
