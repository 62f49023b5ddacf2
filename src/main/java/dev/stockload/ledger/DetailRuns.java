package dev.stockload.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The jobs over product details and how they stand. */
public final class DetailRuns {
    private final Database database;
    private final WantedDetails wanted;

    DetailRuns(Database database, WantedDetails wanted) {
        this.database = database;
        this.wanted = wanted;
    }

    /** Adds a job with the products that it is to fetch, as far as they are known. */
    public void add(DetailRun run, Collection<Integer> products) {
        database.inTransaction(
                () -> {
                    insert(run);
                    wanted.add(run.id(), products);
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

    public void ended(String id, RunState state, Instant at, String message) {
        ended(id, state, at, false, null, message);
    }

    /**
     * It ended before its end and goes on by itself.
     *
     * @param resumeAt when it can go on; null where that is not known
     */
    public void waits(String id, RunState state, Instant at, Instant resumeAt, String message) {
        ended(id, state, at, true, resumeAt, message);
    }

    private void ended(
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
