package dev.stockload.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The runs and how they stand. */
public final class Runs {
    private final Database database;

    Runs(Database database) {
        this.database = database;
    }

    public void add(Run run) {
        Database.one(
                database.sql(
                                """
                                insert into run (id, job, account, file, options, send, content, generation,
                                                 state, phase, started_at, tally, requests, owner)
                                values (:id, :job, :account, :file, :options, :send, :content, :generation,
                                        :state, :phase, :started, :tally, 0, :owner)
                                """)
                        .param("id", run.id())
                        .param("job", run.job())
                        .param("account", run.account())
                        .param("file", run.file())
                        .param("options", run.options())
                        .param("send", run.send())
                        .param("content", run.content())
                        .param("generation", run.generation())
                        .param("state", run.state().name())
                        .param("phase", run.phase().name())
                        .param("started", Database.time(run.startedAt()))
                        .param("tally", run.tally().toString())
                        .param("owner", run.owner()),
                "new run " + run.id());
    }

    public Optional<Run> find(String id) {
        return database.find("select * from run where id = :id", id, Runs::read);
    }

    public Run get(String id) {
        return find(id).orElseThrow(() -> new IllegalStateException("There is no run " + id));
    }

    /** The latest run of a job over this content. */
    public Optional<Run> latest(String account, String job, String content) {
        return database.sql(
                        """
                        select * from run where account = :account and job = :job and content = :content
                         order by generation desc fetch first row only
                        """)
                .param("account", account)
                .param("job", job)
                .param("content", content)
                .query(Runs::read)
                .optional();
    }

    /** The run of a job that finished last. */
    public Optional<Run> lastFinished(String account, String job) {
        return database.sql(
                        """
                        select * from run where account = :account and job = :job and state = 'COMPLETED'
                         order by ended_at desc, id desc fetch first row only
                        """)
                .param("account", account)
                .param("job", job)
                .query(Runs::read)
                .optional();
    }

    /** All runs, newest first. */
    public List<Run> all() {
        return database.sql("select * from run order by started_at desc, id desc")
                .query(Runs::read)
                .list();
    }

    /**
     * The runs that failed or were stopped or cut off, oldest first; not those whose content was
     * sent anew since.
     */
    public List<Run> unfinished() {
        return database.sql(
                        """
                        select r.* from run r where r.state <> 'COMPLETED'
                           and not exists (select 1 from run later
                                            where later.account = r.account and later.job = r.job
                                              and later.content = r.content and later.generation > r.generation)
                         order by r.started_at, r.id
                        """)
                .query(Runs::read)
                .list();
    }

    /**
     * The run goes on, for the first time or again, unless another process was faster.
     *
     * @param run as we know it
     * @return whether it is ours
     */
    public boolean running(Run run, String owner) {
        return database.sql(
                                """
                                update run set state = 'RUNNING', ended_at = null, message = null, owner = :owner
                                 where id = :id and owner = :before and state = :state
                                """)
                        .param("owner", owner)
                        .param("id", run.id())
                        .param("before", run.owner())
                        .param("state", run.state().name())
                        .update()
                == 1;
    }

    public void ended(String id, RunState state, Instant at, String message) {
        change(id, state, at, message);
    }

    public void reached(String id, Phase phase) {
        Database.one(
                database.sql("update run set phase = :phase where id = :id")
                        .param("phase", phase.name())
                        .param("id", id),
                "phase of run " + id);
    }

    /** Makes sure that nobody has taken the run from us, as others may when we seem dead. */
    void expectOwner(Run run) {
        String now =
                database.sql("select owner from run where id = :id for update")
                        .param("id", run.id())
                        .query(String.class)
                        .single();
        if (!now.equals(run.owner())) {
            throw new IllegalStateException("Run %s was taken over by %s".formatted(run.id(), now));
        }
    }

    void columns(String id, String columns) {
        Database.one(
                database.sql("update run set columns = :columns where id = :id")
                        .param("columns", columns)
                        .param("id", id),
                "columns of run " + id);
    }

    /** Forgets a run whose sheet turned out to be unusable: nothing came of it. */
    public void forget(String id) {
        Database.one(
                database.sql("delete from run where id = :id and phase = 'STAGE'").param("id", id),
                "run " + id);
    }

    void tally(String id, Tally tally, int moreRequests) {
        Database.one(
                database.sql(
                                """
                                update run set tally = :tally, requests = requests + :more where id = :id
                                """)
                        .param("tally", tally.toString())
                        .param("more", moreRequests)
                        .param("id", id),
                "tally of run " + id);
    }

    private void change(String id, RunState state, Instant ended, String message) {
        Database.one(
                database.sql(
                                """
                                update run set state = :state, ended_at = :ended, message = :message
                                 where id = :id
                                """)
                        .param("state", state.name())
                        .param("ended", Database.time(ended), Types.TIMESTAMP_WITH_TIMEZONE)
                        .param("message", Database.cut(message, 4000), Types.VARCHAR)
                        .param("id", id),
                "state of run " + id);
    }

    private static Run read(ResultSet row, int number) throws SQLException {
        return new Run(
                row.getString("id"),
                row.getString("job"),
                row.getString("account"),
                row.getString("file"),
                row.getString("options"),
                row.getString("columns"),
                row.getString("send"),
                row.getString("content"),
                row.getInt("generation"),
                RunState.valueOf(row.getString("state")),
                Phase.valueOf(row.getString("phase")),
                Database.time(row, "started_at"),
                Database.time(row, "ended_at"),
                Tally.parse(row.getString("tally")),
                row.getInt("requests"),
                row.getString("message"),
                row.getString("owner"));
    }
}
