package dev.stockload.imports.keep;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Outbox;
import dev.stockload.database.Database;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.runs.RetentionTimes;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.Runs;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Deletes old data of an account, a little after each of its runs: the colours of runs after a
 * month, later the runs with their requests, problems and folders; each run in a short transaction
 * of its own, so that nobody waits long and a kill leaves a run whole or gone. Whatever its age,
 * what later runs need stays: the newest run of each job, the newest that completed, and runs with
 * requests in flight or in doubt.
 */
public final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    /** A night adds a few runs, so the backlog of years is deleted within some nights. */
    private static final int MOST = 100;

    private static final Duration LONGEST = Duration.ofSeconds(2);

    /** Clocks may jump: a run expires only if it was already overdue this long before. */
    private static final Duration OVERDUE = Duration.ofHours(1);

    private final ProcessContext process;
    private final String account;
    private final RunListener listener;
    private final Consumer<Run> batch;
    private final Database database;
    private final Outbox outbox;
    private final long begun;

    /**
     * @param account whose lock the caller has: nobody else may change its book
     * @param listener hears of deleted runs that were not sent
     */
    public Retention(
            ProcessContext process, String account, RunListener listener, Consumer<Run> batch) {
        this.process = process;
        this.account = account;
        this.batch = batch;
        this.listener = listener;
        this.database = process.ledger().database();
        this.outbox = process.ledger().outbox();
        this.begun = process.time().nanos();
    }

    /** Deletes some old data; if that fails, it is tried again after the next run. */
    public void clean() {
        Instant now = process.time().instant();
        Instant kept = now.minus(process.keep());
        try {
            expire(now);
            whileTimeIsLeft(
                    some(
                            """
                            has_colours = true and ended_at < :time and standing <> 'OPEN'
                             order by has_colours, ended_at
                            """,
                            Map.of("time", Database.time(now.minus(RetentionTimes.COLOURS)))),
                    this::dropColours);
            whileTimeIsLeft(endedBefore(kept), this::remove);
            removeFolders(kept);
            database.sql("delete from history where at < :time")
                    .param("time", Database.time(kept))
                    .update();
        } catch (IOException | RuntimeException e) {
            LOG.warn("Old runs could not be removed", e);
        }
    }

    private boolean isTimeLeft() {
        return process.time().nanos() - begun < LONGEST.toNanos();
    }

    private void whileTimeIsLeft(List<Run> runs, Consumer<Run> work) {
        runs.stream().takeWhile(run -> isTimeLeft()).forEach(work);
    }

    private List<Run> some(String which, Map<String, ?> values) {
        return database.sql(
                        "select * from run r where account = :account and %s fetch first %d rows only"
                                .formatted(which, MOST))
                .params(values)
                .param("account", account)
                .query(Runs::read)
                .list();
    }

    /** Ends unfinished runs after a month, with a notice (rule 12). */
    private void expire(Instant now) {
        Instant before = now.minus(RetentionTimes.UNFINISHED);
        whileTimeIsLeft(
                some(
                        """
                        started_at < :begun and overdue_at <= :seen and %s and state <> 'RUNNING'
                         order by started_at
                        """
                                .formatted(Runs.UNFINISHED),
                        Map.of(
                                "begun",
                                Database.time(before),
                                "seen",
                                Database.time(now.minus(OVERDUE)))),
                run ->
                        unlessResumed(
                                run,
                                () -> {
                                    outbox.expire(run);
                                    report(run, RetentionTimes.UNFINISHED);
                                }));
        seeOverdue(before, now);
    }

    /** Marks the unfinished runs that are overdue, and unmarks those that are not. */
    private void seeOverdue(Instant begun, Instant now) {
        for (String change :
                List.of(
                        "overdue_at = :now where started_at < :begun and overdue_at is null",
                        "overdue_at = null where started_at >= :begun and overdue_at <= :now")) {
            database.sql(
                            "update run set %s and account = :account and %s"
                                    .formatted(change, Runs.UNFINISHED))
                    .param("account", account)
                    .param("begun", Database.time(begun))
                    .param("now", Database.time(now))
                    .update();
        }
    }

    /** Deletes the colours and what they replaced: the run cannot be undone any more. */
    private void dropColours(Run run) {
        database.inTransaction(
                () -> {
                    outbox.endDoubts(run);
                    for (String sql :
                            List.of(
                                    "delete from run_colours where run = :run",
                                    "delete from undo_fate where run = :run",
                                    "update request set colours = null where run = :run")) {
                        database.sql(sql).param("run", run.id()).update();
                    }
                    Database.one(
                            database.sql("update run set has_colours = false where id = :id")
                                    .param("id", run.id()),
                            "colours of run " + run.id());
                });
    }

    private List<Run> endedBefore(Instant time) {
        return some(
                """
                r.ended_at < :time and r.state <> 'RUNNING'
                   and r.tally not like :sending and r.tally not like :doubt
                   and exists (select 1 from run newer
                                where newer.account = r.account and newer.job = r.job
                                  and newer.number > r.number
                                  and not newer.former and not newer.unusable)
                   and (r.state <> 'COMPLETED'
                        or exists (select 1 from run newer
                                    where newer.account = r.account and newer.job = r.job
                                      and newer.number > r.number and not newer.former
                                      and newer.state = 'COMPLETED'))
                 order by r.ended_at
                """,
                Map.of(
                        "time",
                        Database.time(time),
                        "sending",
                        "%" + ColourState.SENDING.letter() + "%",
                        "doubt",
                        "%" + ColourState.IN_DOUBT.letter() + "%"));
    }

    /** Deletes a run unless a process works on it. */
    public void remove(Run run) {
        unlessResumed(
                run,
                () -> {
                    for (String table :
                            List.of("run_colours", "undo_fate", "problems", "request", "sheet")) {
                        database.sql("delete from %s where run = :run".formatted(table))
                                .param("run", run.id())
                                .update();
                    }
                    batch.accept(run);
                    Database.one(
                            database.sql("delete from run where id = :id").param("id", run.id()),
                            "run " + run.id());
                    if (run.isUnfinished()) {
                        report(run, process.keep());
                    }
                });
    }

    /** Locks the run's row: a process that wants to resume the run waits, and finds it gone. */
    private void unlessResumed(Run run, Runnable work) {
        String row = "select state from run where id = :id and owner = :owner for update";
        database.inTransaction(
                () ->
                        database.sql(row)
                                .param("id", run.id())
                                .param("owner", run.owner())
                                .query(String.class)
                                .optional()
                                .filter(state -> state.equals(run.state().name()))
                                .ifPresent(state -> work.run()));
    }

    private void report(Run run, Duration kept) {
        int waiting = run.tally().colours(ColourState.READY);
        String words =
                "Run %s over %s was never finished and is not kept after %d days%s"
                        .formatted(
                                run.id(),
                                run.sheetName(),
                                kept.toDays(),
                                waiting == 0
                                        ? ""
                                        : ": %s not sent".formatted(Count.were(waiting, "colour")));
        LOG.info(words);
        listener.notice(words);
    }

    /** Goes by folder names: another host may have deleted the run, or a kill came in between. */
    private void removeFolders(Instant before) throws IOException {
        Path data = process.data();
        List<String> old = RunFolder.before(data, before);
        for (int from = 0; from < old.size() && isTimeLeft(); from += MOST) {
            List<String> ids = old.subList(from, Math.min(old.size(), from + MOST));
            List<String> gone = new ArrayList<>(ids);
            gone.removeAll(known(ids));
            for (String run : gone) {
                RunFolder.of(data, run).remove();
            }
        }
    }

    private List<String> known(List<String> ids) {
        return database.sql("select id from run where id in (:ids)")
                .param("ids", ids)
                .query(String.class)
                .list();
    }
}
