package dev.stockload.runs;

import dev.stockload.database.Database;
import dev.stockload.process.TimeWords;

import org.apache.commons.collections4.ListUtils;

import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The runs that were accepted and wait for a process that serves. Any such process works on them,
 * including those left by a process that was stopped or killed.
 */
public record WaitingRuns(Database database, OwnerLeases owners) {
    private static final int LONGEST_PAUSE = 30;

    /** A statement of PostgreSQL has at most 65,535 values. */
    private static final int MOST_ASKED = 1000;

    /** The time of a run that waits for people. */
    private static final Instant NEVER = Instant.parse("9999-01-01T00:00:00Z");

    /**
     * A run that waits or is being worked on (taken).
     *
     * @param tries how many times it has failed for now
     * @param by what it waits for, if that is not a time: whoever has its account
     */
    public record Waiting(
            Run run,
            ResumeOptions options,
            int tries,
            boolean taken,
            Instant notBefore,
            Instant since,
            String by) {
        /** The same, as it is once a process works on it. */
        public Waiting taken(Run ours) {
            return new Waiting(ours, options, tries, true, null, since, by);
        }

        /** Whether it waits for its account, and not for its time to be tried again. */
        public boolean isFree() {
            return !taken && notBefore == null;
        }

        /** When it goes on by itself; null if it waits for its account or for people. */
        public Instant time() {
            return NEVER.equals(notBefore) ? null : notBefore;
        }
    }

    /** The pause before the next of several tries. */
    public static Duration pause(int tries) {
        return Duration.ofMinutes(Math.min(1L << Math.min(tries - 1, 10), LONGEST_PAUSE));
    }

    /**
     * Adds a run, or options to a run that waits already; it survives a power cut.
     *
     * @param retried until when it is tried again if it fails for now; empty if it is not
     */
    public void add(String run, ResumeOptions options, Optional<Instant> retried) {
        database.put(
                """
                update accepted_run set forced = forced or :force, take_as = coalesce(:as, take_as),
                       tries = 0, retried_until = coalesce(:retried, retried_until), not_before = null
                 where run = :run
                """,
                """
                insert into accepted_run (run, account, number, whole, forced, take_as, retried_until, since)
                select id, case when send = 'DETAILS' then :details else '' end || account, number,
                       requests = 0, :force, :as, :retried, :now
                  from run where id = :run
                """,
                row ->
                        row.param("run", run)
                                .param("details", Run.DETAILS)
                                .param("force", options.force())
                                .param("as", as(options), Types.VARCHAR)
                                .param("now", Database.time(owners.now()))
                                .param(
                                        "retried",
                                        Database.time(retried.orElse(null)),
                                        Types.TIMESTAMP_WITH_TIMEZONE));
        database.sync();
    }

    private static String as(ResumeOptions options) {
        return Objects.toString(options.takeAs(), null);
    }

    /** Keeps others from removing a run in this transaction; false if one has. */
    public boolean take(Run run) {
        return change(run.id(), "taken = true, not_before = null");
    }

    /** Leaves a run that was worked on to whoever serves next. */
    public void leave(String run) {
        change(run, "taken = false");
    }

    /** Lets a run go on by itself at this time; without one, as soon as {@link #goOn} is called. */
    public void later(String run, Optional<Instant> time) {
        add(run, ResumeOptions.forced(false), Optional.empty());
        database.sql("update accepted_run set taken = false, not_before = :time where run = :run")
                .param("run", run)
                .param("time", Database.time(time.orElse(NEVER)))
                .update();
    }

    /** Lets the runs go on that wait for a lock without a time; within half a minute. */
    public void goOn(String lock) {
        database.sql(
                        """
                        update accepted_run set not_before = null
                         where account = :lock and not_before = :never
                        """)
                .params(Map.of("lock", lock, "never", Database.time(NEVER)))
                .update();
    }

    private boolean change(String run, String values) {
        return database.sql("update accepted_run set %s where run = :run".formatted(values))
                        .param("run", run)
                        .update()
                == 1;
    }

    /** Removes a run that was worked on, unless more was asked for, or it is to go on later. */
    public void done(Waiting run) {
        int removed =
                database.sql(
                                """
                                delete from accepted_run where run = :run and forced = :force
                                   and take_as is not distinct from :as and not_before is null
                                """)
                        .param("run", run.run().id())
                        .param("force", run.options().force())
                        .param("as", as(run.options()), Types.VARCHAR)
                        .update();
        if (removed == 0) {
            leave(run.run().id());
        }
    }

    /** Lets a run that failed for now go on later; false if the time for that is over. */
    public boolean retry(Waiting run, Instant now) {
        return database.sql(
                                """
                                update accepted_run
                                   set taken = false, tries = tries + 1, not_before = :next
                                 where run = :run and retried_until >= :next
                                """)
                        .param("run", run.run().id())
                        .param("next", Database.time(now.plus(pause(run.tries() + 1))))
                        .update()
                == 1;
    }

    public boolean remove(String run) {
        return database.sql("delete from accepted_run where run = :run").param("run", run).update()
                > 0;
    }

    /** The newest run of an account, if it waits or runs and sends all of its sheet. */
    public Optional<Run> newestWhole(String account) {
        return database.sql(
                        """
                        select r.* from accepted_run a join run r on r.id = a.run
                         where a.account = :account and a.whole and %s
                           and a.number = (select number from run where account = :account and %s
                                            order by account desc, number desc fetch first row only)
                        """
                                .formatted(Runs.UNFINISHED, Runs.IMPORTS))
                .param("account", account)
                .query(RunRow::read)
                .optional();
    }

    /** A run that waits, is being worked on, or will be tried again. */
    public Optional<Waiting> find(String run) {
        return select("a.run = :run", Map.of("run", run)).stream().findFirst();
    }

    /** When the next run of an account is due; empty if none waits for a time. */
    public Optional<Instant> next(String account, Instant now) {
        return database.sql(
                        """
                        select min(coalesce(not_before, :now)) as next from accepted_run
                         where account = :account and (not_before is null or not_before < :never)
                        """)
                .param("account", account)
                .param("now", Database.time(now))
                .param("never", Database.time(NEVER))
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

    /** The accounts with runs that are due. */
    public List<String> due(Instant now) {
        String due = "coalesce(not_before, :now) <= :now";
        return database.sql("select distinct account from accepted_run where " + due)
                .param("now", Database.time(now))
                .query(String.class)
                .list();
    }

    public List<Waiting> unfinished() {
        return select(Runs.UNFINISHED + " order by a.account, a.number", Map.of());
    }

    /** How many runs wait for their accounts, and since when the first of them does. */
    public record Backlog(int runs, Instant since) {}

    public Backlog backlog() {
        return database.sql(
                        """
                        select count(*) as runs, min(since) as since from accepted_run
                         where not taken and not_before is null
                        """)
                .query(
                        (row, number) ->
                                new Backlog(row.getInt("runs"), Database.time(row, "since")))
                .single();
    }

    public Run seen(Run run) {
        return seen(List.of(run)).get(0);
    }

    /** The runs as people see them: what waits says so, and what its process left has ended. */
    public List<Run> seen(List<Run> runs) {
        List<String> open = runs.stream().filter(Run::isUnfinished).map(Run::id).toList();
        if (open.isEmpty()) {
            return runs;
        }
        Set<String> alive = owners.alive().collect(Collectors.toSet());
        Map<String, Waiting> rows = alive.isEmpty() ? Map.of() : among(open);
        return runs.stream().map(run -> seen(run, rows.get(run.id()), alive)).toList();
    }

    private static Run seen(Run run, Waiting row, Set<String> alive) {
        boolean ends = run.state() != Run.State.RUNNING;
        boolean dead = !alive.contains(run.owner());
        if (!run.isUnfinished() || row == null || row.notBefore() != null) {
            return ends ? laterOn(run, row) : dead ? run.ended(Run.End.interrupted(null)) : run;
        }
        if (!dead && (row.taken() || !ends && run.isStaged())) {
            return ends ? run.ended(Run.End.OPEN) : run;
        }
        String words = "Waiting since %s for %s".formatted(TimeWords.minute(row.since()), row.by());
        return ends && run.isDetails() ? run : run.ended(Run.End.waits(words));
    }

    private static Run laterOn(Run run, Waiting row) {
        if (row == null || run.isDetails() || row.time() == null) {
            return run;
        }
        String again = run.message() + ". Trying again at " + TimeWords.second(row.time());
        return run.ended(
                new Run.End(
                        Run.State.FAILED, run.endedAt(), again, run.standing(), run.end().cause()));
    }

    private Map<String, Waiting> among(List<String> runs) {
        Map<String, Waiting> rows = new HashMap<>();
        for (List<String> part : ListUtils.partition(runs, MOST_ASKED)) {
            select("a.run in (:runs)", Map.of("runs", part))
                    .forEach(each -> rows.put(each.run().id(), each));
        }
        return rows;
    }

    private List<Waiting> select(String which, Map<String, ?> values) {
        return database.sql(
                        """
                        select r.*, a.forced, a.take_as, a.tries, a.taken, a.not_before, a.since,
                               coalesce('run ' || o.run || ' of its account', p.holder,
                                        'a host that is free and has the settings of its account') as waits_for
                          from accepted_run a join run r on r.id = a.run
                          left join accepted_run o on o.account = a.account and o.taken and o.run <> a.run
                          left join pace p on p.account = a.account
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
                                                        .orElse(null)),
                                        row.getInt("tries"),
                                        row.getBoolean("taken"),
                                        Database.time(row, "not_before"),
                                        Database.time(row, "since"),
                                        row.getString("waits_for")))
                .list();
    }
}
