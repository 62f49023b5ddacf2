package dev.stockload.runs;

import dev.stockload.database.Database;

import java.sql.Types;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The runs that were accepted and wait for a process that serves. Any such process works on them,
 * including those left by a process that was stopped or killed.
 */
public record WaitingRuns(Database database) {
    /**
     * A run that waits or is being worked on.
     *
     * @param worker the process that works on it; null if none does
     */
    public record Waiting(Run run, ResumeOptions how, String worker) {}

    /** Adds a run, or options to a run that waits already; it survives a power cut. */
    public void add(String run, ResumeOptions how) {
        database.put(
                """
                update accepted_run set forced = forced or :force, take_as = coalesce(:as, take_as)
                 where run = :run
                """,
                """
                insert into accepted_run (run, account, number, whole, forced, take_as)
                select id, account, number, requests = 0, :force, :as from run where id = :run
                """,
                row ->
                        row.param("run", run)
                                .param("force", how.force())
                                .param("as", Objects.toString(how.takeAs(), null), Types.VARCHAR));
        database.sync();
    }

    /** Assigns a run to a process; false if another was faster. */
    public boolean take(Waiting run, String worker) {
        return database.sql(
                                """
                                update accepted_run set worker = :worker
                                 where run = :run and worker is not distinct from :before
                                """)
                        .param("worker", worker)
                        .param("run", run.run().id())
                        .param("before", run.worker(), Types.VARCHAR)
                        .update()
                == 1;
    }

    public void leave(String run) {
        database.sql("update accepted_run set worker = null where run = :run")
                .param("run", run)
                .update();
    }

    public boolean remove(String run) {
        return database.sql("delete from accepted_run where run = :run").param("run", run).update()
                > 0;
    }

    public boolean contains(String run) {
        return database.sql("select 1 from accepted_run where run = :run")
                .param("run", run)
                .query(Integer.class)
                .optional()
                .isPresent();
    }

    /** The newest run of an account, if it waits or runs and sends all of its sheet. */
    public Optional<Run> newestWhole(String account) {
        return database.sql(
                        """
                        select r.* from accepted_run a join run r on r.id = a.run
                         where a.account = :account and a.whole and %s
                           and a.number = (select max(number) from run where account = :account)
                        """
                                .formatted(Runs.UNFINISHED))
                .param("account", account)
                .query(Runs::read)
                .optional();
    }

    public boolean isWaiting(String account) {
        return database.sql(
                        "select 1 from accepted_run where account = :account fetch first row only")
                .param("account", account)
                .query(Integer.class)
                .optional()
                .isPresent();
    }

    /** The accounts whose runs wait and that nobody was woken for. */
    public List<String> forgotten() {
        return database.sql(
                        """
                        select distinct a.account from accepted_run a
                         where not exists (select 1 from waiting_account w
                                            where w.task_instance = a.account)
                        """)
                .query(String.class)
                .list();
    }

    public List<Waiting> unfinished() {
        return database.sql(
                        """
                        select r.*, a.forced, a.take_as, a.worker from accepted_run a join run r on r.id = a.run
                         where %s
                         order by r.account, r.number
                        """
                                .formatted(Runs.UNFINISHED))
                .query(
                        (row, number) ->
                                new Waiting(
                                        Runs.read(row, number),
                                        new ResumeOptions(
                                                row.getBoolean("forced"),
                                                ResumeOptions.TakeAs.of(row.getString("take_as"))
                                                        .orElse(null)),
                                        row.getString("worker")))
                .list();
    }
}
