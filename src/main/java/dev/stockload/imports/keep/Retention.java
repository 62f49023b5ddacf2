package dev.stockload.imports.keep;

import dev.stockload.batch.AccountTurn;
import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Outbox;
import dev.stockload.database.Database;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.runs.OldRuns;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.Runs;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;

import org.apache.commons.collections4.ListUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * Deletes old data, after a run and once an hour: the colours of runs after a month, later the runs
 * with their requests, problems and folders; each run under the lock of its account and in a short
 * transaction of its own, so that nobody waits long and a kill leaves a run whole or gone. Whatever
 * its age, what later runs need stays: the newest run of each job, the newest that completed, and
 * runs with requests in flight or in doubt.
 */
public final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    private static final int MOST = 1000;

    private static final Duration LONGEST = Duration.ofSeconds(5);

    /** Clocks may jump: a run expires only if it was already overdue this long before. */
    private static final Duration OVERDUE = Duration.ofHours(1);

    private final ProcessContext process;
    private final AccountTurn turn;
    private final RunListener listener;
    private final Consumer<Run> batch;
    private final Database database;
    private final Runs runs;
    private final OldRuns oldRuns;
    private final long begun;

    /**
     * @param listener hears of deleted runs that were not sent
     */
    public Retention(
            ProcessContext process, AccountTurn turn, RunListener listener, Consumer<Run> batch) {
        this.process = process;
        this.turn = turn;
        this.listener = listener;
        this.batch = batch;
        this.database = process.ledger().database();
        this.runs = process.ledger().runs();
        this.oldRuns = new OldRuns(runs);
        this.begun = process.time().nanos();
    }

    /** Deletes some old data; returns whether that was all. If it fails, it is as if it were. */
    public boolean clean() {
        Instant now = process.time().instant();
        Instant kept = now.minus(process.keep());
        try {
            expire(now);
            List<Run> withColours = oldRuns.withColours(now.minus(OldRuns.COLOURS_KEPT));
            whileTimeIsLeft(withColours, this::dropColours);
            List<Run> replaced = oldRuns.replacedBefore(kept);
            whileTimeIsLeft(replaced, this::remove);
            removeFolders(replaced.stream().map(Run::id).toList());
            // Another host may have deleted the run, or a kill came in between.
            removeFolders(RunFolder.before(process.data(), kept, now));
            database.sql("delete from history where at < :time")
                    .param("time", Database.time(kept))
                    .update();
            return isTimeLeft() && Math.max(withColours.size(), replaced.size()) < MOST;
        } catch (IOException | RuntimeException e) {
            LOG.warn("Old runs could not be removed", e);
            return true;
        }
    }

    private boolean isTimeLeft() {
        return process.time().nanos() - begun < LONGEST.toNanos();
    }

    /** Nobody else may change the book of an account meanwhile; who works on it comes later. */
    private void whileTimeIsLeft(List<Run> old, Consumer<Run> work) {
        for (Run run : old) {
            if (isTimeLeft() && turn.takeIfFree(run.account())) {
                try {
                    work.accept(run);
                } finally {
                    turn.release(run.account());
                }
            }
        }
    }

    /** Ends unfinished runs after a month, with a notice (rule 12). */
    private void expire(Instant now) {
        Instant before = now.minus(OldRuns.RESUMABLE);
        whileTimeIsLeft(
                oldRuns.overdueSince(before, now.minus(OVERDUE)),
                run ->
                        unlessResumed(
                                run,
                                () -> {
                                    outbox(run).expire(run);
                                    report(run, OldRuns.RESUMABLE);
                                }));
        oldRuns.markOverdue(before, now);
    }

    private Outbox outbox(Run run) {
        return process.ledger().outbox(process.ledger().book(run.account()));
    }

    /** Deletes the colours and what they replaced: the run cannot be undone any more. */
    private void dropColours(Run run) {
        database.inTransaction(
                () -> {
                    outbox(run).endDoubts(run);
                    for (String sql :
                            List.of(
                                    "delete from run_colours where run = :run",
                                    "delete from undo_fate where run = :run",
                                    "delete from sheet where run = :run",
                                    "delete from detail_wanted where run = :run",
                                    "update request set colours = null where run = :run")) {
                        database.sql(sql).param("run", run.id()).update();
                    }
                    runs.withoutColours(run.id());
                });
        try {
            RunFolder.of(process.data(), run.id()).dropSheet(run.file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a run unless a process works on it. */
    public void remove(Run run) {
        unlessResumed(
                run,
                () -> {
                    batch.accept(run);
                    runs.remove(run.id());
                    if (run.isUnfinished()) {
                        report(run, process.keep());
                    }
                });
    }

    /** Locks the run's row: a process that wants to resume the run waits, and finds it gone. */
    private void unlessResumed(Run run, Runnable work) {
        database.inTransaction(
                () -> {
                    if (runs.lock(run)) {
                        work.run();
                    }
                });
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

    /** Removes the folders of runs that do not exist any more. */
    private void removeFolders(List<String> old) throws IOException {
        for (List<String> ids : ListUtils.partition(old, MOST)) {
            if (!isTimeLeft()) {
                return;
            }
            for (String run : ListUtils.removeAll(ids, runs.known(ids))) {
                RunFolder.of(process.data(), run).remove();
            }
        }
    }
}
