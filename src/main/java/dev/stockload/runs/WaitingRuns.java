package dev.stockload.runs;

import dev.stockload.database.Database;

import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The runs that were accepted and wait for a process that serves. Any such process works on them,
 * including those left by a process that was stopped or killed.
 */
public record WaitingRuns(Database database) {
    /** A run that waits or is being worked on. */
    public record Waiting(Run run, ResumeOptions how) {}

    /** Adds a run, or options to a run that waits already; it survives a power cut. */
    public void add(String run, ResumeOptions how) {
        database.put(
                """
                update accepted_run set forced = forced or :force, take_as = coalesce(:as, take_as),
                                        not_before = null
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

    /** Keeps others from removing a run in this transaction; false if one has. */
    public boolean lock(Run run) {
        return database.sql("update accepted_run set not_before = null where run = :run")
                        .param("run", run.id())
                        .update()
                == 1;
    }

    /** Removes a run that was worked on, unless more was asked for meanwhile. */
    public void done(Waiting run) {
        database.sql(
                        """
                        delete from accepted_run where run = :run and forced = :force
                           and take_as is not distinct from :as
                        """)
                .param("run", run.run().id())
                .param("force", run.how().force())
                .param("as", Objects.toString(run.how().takeAs(), null), Types.VARCHAR)
                .update();
    }

    public boolean remove(String run) {
        return database.sql("delete from accepted_run where run = :run").param("run", run).update()
                > 0;
    }

    public boolean contains(String run) {
        return !among(List.of(run)).isEmpty();
    }

    /** Which of these runs wait or are being worked on. */
    public List<String> among(Collection<String> runs) {
        return database.sql("select run from accepted_run where run in (:runs)")
                .param("runs", runs)
                .query(String.class)
                .list();
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
                .query(RunRow::read)
                .optional();
    }

    /** How a run goes on that waits or is being worked on. */
    public Optional<ResumeOptions> options(String run) {
        return select("a.run = :run", Map.of("run", run)).stream().map(Waiting::how).findFirst();
    }

    /** When the next run of an account is due; empty if none waits. */
    public Optional<Instant> next(String account, Instant now) {
        return database.sql(
                        """
                        select min(coalesce(not_before, :now)) as next from accepted_run
                         where account = :account
                        """)
                .param("account", account)
                .param("now", Database.time(now))
                .query((row, number) -> Optional.ofNullable(Database.time(row, "next")))
                .single();
    }

    /** The first run of an account that is due. */
    public Optional<Waiting> first(String account, Instant now) {
        database.sql(
                        """
                        delete from accepted_run where account = :account
                           and exists (select 1 from run where id = accepted_run.run and not (%s))
                        """
                                .formatted(Runs.UNFINISHED))
                .param("account", account)
                .update();
        return select(
                        """
                        a.account = :account and coalesce(a.not_before, :now) <= :now
                         order by a.number fetch first row only
                        """,
                        Map.of("account", account, "now", Database.time(now)))
                .stream()
                .findFirst();
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

    /** Brings the next look at an account forward. */
    public void hasten(String account, Instant now) {
        database.sql(
                        """
                        update waiting_account set execution_time = :now, version = version + 1
                         where task_instance = :account and not picked and execution_time > :now
                        """)
                .param("account", account)
                .param("now", Database.time(now))
                .update();
    }

    /** The ends of the names of the processes that work for accounts. */
    public List<String> workers() {
        return database.sql("select distinct picked_by from waiting_account where picked")
                .query(String.class)
                .list();
    }

    /** Lets others go on with what a dead process worked on. */
    public void free(String worker) {
        database.sql(
                        """
                        update waiting_account set picked = false, picked_by = null,
                               last_heartbeat = null, version = version + 1
                         where picked and picked_by = :worker
                        """)
                .param("worker", worker)
                .update();
    }

    public List<Waiting> unfinished() {
        return select(Runs.UNFINISHED + " order by a.account, a.number", Map.of());
    }

    private List<Waiting> select(String which, Map<String, ?> values) {
        return database.sql(
                        """
                        select r.*, a.forced, a.take_as from accepted_run a join run r on r.id = a.run
                        """
                                + " where "
                                + which)
                .params(values)
                .query(
                        (row, number) ->
                                new Waiting(
                                        RunRow.read(row, number),
                                        new ResumeOptions(
                                                row.getBoolean("forced"),
                                                ResumeOptions.TakeAs.of(row.getString("take_as"))
                                                        .orElse(null))))
                .list();
    }
}
