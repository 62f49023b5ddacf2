package dev.stockload.imports.keep;

import dev.stockload.batch.ProcessContext;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.RetentionTimes;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
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
import java.util.function.Consumer;

/**
 * Deletes old data, a little after each run: the colours of runs after a month, later the runs with
 * their requests, problems and folders.
 */
public final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    /** A night adds a few runs, so the backlog of years is deleted within some nights. */
    private static final int MOST = 100;

    private static final Duration LONGEST = Duration.ofSeconds(2);

    /** Clocks may jump: a run expires only if it was already overdue this long before. */
    private static final Duration OVERDUE = Duration.ofHours(1);

    private final ProcessContext process;
    private final RunListener listener;
    private final Ledger ledger;
    private final Consumer<Run> batch;
    private final long begun;

    /** {@code listener} hears of deleted runs that were not sent. */
    public Retention(ProcessContext process, RunListener listener, Consumer<Run> batch) {
        this.process = process;
        this.batch = batch;
        this.listener = listener;
        this.ledger = process.ledger();
        this.begun = process.time().nanos();
    }

    /** Deletes some old data; if that fails, it is tried again after the next run. */
    public void clean() {
        Instant now = process.time().instant();
        try {
            expire(now);
            whileTimeIsLeft(
                    ledger.oldRuns().withColours(now.minus(RetentionTimes.COLOURS), MOST),
                    ledger.oldRuns()::dropColours);
            whileTimeIsLeft(
                    ledger.oldRuns().endedBefore(now.minus(process.keep()), MOST), this::removeRun);
            removeFolders(now.minus(process.keep()));
            ledger.oldRuns().removeHistory(now.minus(process.keep()));
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

    /** Ends unfinished runs after a month, with a notice (rule 12). */
    private void expire(Instant now) {
        Instant before = now.minus(RetentionTimes.UNFINISHED);
        whileTimeIsLeft(
                ledger.oldRuns().overdue(before, now.minus(OVERDUE), MOST),
                run -> {
                    ledger.oldRuns().expire(run);
                    report(run, RetentionTimes.UNFINISHED);
                });
        ledger.oldRuns().seeOverdue(before, now);
    }

    private void removeRun(Run run) {
        ledger.oldRuns().remove(run, () -> batch.accept(run));
        if (run.isUnfinished()) {
            report(run, process.keep());
        }
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
            gone.removeAll(ledger.oldRuns().known(ids));
            for (String run : gone) {
                RunFolder.of(data, run).remove();
            }
        }
    }
}
