package dev.stockload.imports;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunIdentity;
import dev.stockload.ledger.RunInput;
import dev.stockload.ledger.RunState;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RunIds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Which run an order is: one that ended before its end, or a new one. New ones are added one at a
 * time, since the name of a run is looked up before it is taken.
 */
final class NewRuns {
    private final ProcessContext process;
    private final Ledger ledger;

    NewRuns(ProcessContext process) {
        this.process = process;
        this.ledger = process.ledger();
    }

    /** The run that has sent this content, if nothing else was to be sent since. */
    Optional<Run> finished(ImportOrder order, String content) {
        return ledger.runs()
                .latest(order.account(), order.job(), content)
                .filter(run -> !run.isUnfinished() && !order.again())
                .filter(run -> !ledger.restored().isOfCopy(run))
                .filter(run -> isSame(order, run));
    }

    /** The run that an order becomes, or that has done it, which from now on has its sheet. */
    Run enter(ImportOrder order) throws IOException {
        RunFolder.Incoming incoming = RunFolder.copy(order.file(), process.data());
        try {
            return enter(order, incoming);
        } finally {
            Files.deleteIfExists(incoming.copy());
        }
    }

    private synchronized Run enter(ImportOrder order, RunFolder.Incoming incoming)
            throws IOException {
        Optional<Run> done = finished(order, incoming.content());
        if (done.isPresent()) {
            return done.get();
        }
        Optional<Run> before =
                ledger.runs().latest(order.account(), order.job(), incoming.content());
        Optional<Run> earlier =
                before.filter(run -> run.isUnfinished() && !order.again())
                        .filter(run -> isSame(order, run))
                        .filter(run -> order.isTakenBy(run) || mayGoOn(order, run));
        if (earlier.isPresent()) {
            keepAgain(earlier.get(), incoming);
            return earlier.get();
        }
        // The sheet is there before its run: whoever is killed between leaves no run without one.
        Run run = begun(order, incoming.content(), before);
        return ledger.runs().add(run, keep(run, incoming));
    }

    /** The sheet of a run that goes on is in use. */
    private void keepAgain(Run run, RunFolder.Incoming incoming) throws IOException {
        Path kept = RunFolder.of(process.data(), run.id()).sheet(run.file());
        if (run.state() != RunState.RUNNING || !Files.exists(kept)) {
            ledger.sheets().keep(run.id(), keep(run, incoming));
        }
    }

    /** Whether a run over the same content is what is asked for. */
    private boolean isSame(ImportOrder order, Run run) {
        return !OptionsDifference.leaveOut(run, order) && (order.isTakenBy(run) || isNewest(run));
    }

    /** A run that has sent something ends as it began; one that has not was a mistake. */
    private static boolean mayGoOn(ImportOrder order, Run run) {
        return run.requests() > 0 || OptionsDifference.of(run, order).isEmpty();
    }

    private boolean isNewest(Run run) {
        return ledger.runs()
                .newest(run.account(), run.job())
                .filter(newest -> newest.id().equals(run.id()))
                .isPresent();
    }

    private Path keep(Run run, RunFolder.Incoming incoming) throws IOException {
        RunFolder folder = RunFolder.of(process.data(), run.id());
        folder.keepSheet(incoming.copy(), run.file());
        return folder.sheet(run.file());
    }

    private Run begun(ImportOrder order, String content, Optional<Run> before) {
        Instant now = process.time().instant();
        int generation = ledger.runs().generation(order.account(), order.job(), content) + 1;
        RunOptions options =
                RunOptions.of(
                        order.options(),
                        !order.again() && before.filter(Run::isUnfinished).isPresent());
        return Run.begun(
                new RunIdentity(
                        id(now, order.subject(), content),
                        order.job(),
                        order.account(),
                        content,
                        generation),
                RunInput.unread(
                                order.file().toString(),
                                options.write(),
                                order.options().send().key())
                        .named(name(order)),
                now,
                process.owner());
    }

    /** People know what lies in the data folder by its name alone: they did not put it there. */
    private String name(ImportOrder order) {
        Path file = order.file().toAbsolutePath().normalize();
        boolean ours = file.startsWith(process.data().toAbsolutePath().normalize());
        return order.sheetFile().name() == null && ours
                ? file.getFileName().toString()
                : order.sheetFile().name();
    }

    /** The run that undoes another: one that did not come to its end, or a new one. */
    synchronized Run add(Run undone, UndoOrder order) {
        Instant now = process.time().instant();
        String content = RunFolder.hash(order.run() + " " + new TreeSet<>(order.products()));
        Optional<Run> before = ledger.runs().latest(undone.account(), UndoOrder.JOB, content);
        if (before.filter(Run::isUnfinished).isPresent()) {
            return before.get();
        }
        return ledger.runs()
                .add(
                        Run.begun(
                                new RunIdentity(
                                        id(now, UndoOrder.JOB, content),
                                        UndoOrder.JOB,
                                        undone.account(),
                                        content,
                                        before.map(Run::generation).orElse(0) + 1),
                                RunInput.unread(
                                                undone.file(),
                                                RunOptions.undoing(order).write(),
                                                Run.UNDO)
                                        .named("undo of run " + undone.id()),
                                now,
                                process.owner()));
    }

    private String id(Instant now, String about, String content) {
        return RunIds.next(now, about, content, id -> ledger.runs().find(id).isPresent());
    }
}
