package dev.stockload.imports;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunIdentity;
import dev.stockload.ledger.RunInput;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RunIds;

import java.time.Instant;
import java.util.Optional;
import java.util.TreeSet;

/** Adds runs to the ledger, one at a time: the name of a run is looked up before it is taken. */
final class NewRuns {
    private final ProcessContext process;
    private final Ledger ledger;

    NewRuns(ProcessContext process) {
        this.process = process;
        this.ledger = process.ledger();
    }

    /** The run that an order becomes. */
    synchronized Run add(ImportOrder order, String content, Optional<Run> before) {
        Instant now = process.time().instant();
        int generation = ledger.runs().generation(order.account(), order.job(), content) + 1;
        RunOptions options =
                new RunOptions(
                        order.sheet(),
                        order.brake().orElse(null),
                        order.verify(),
                        !order.again() && before.filter(Run::isUnfinished).isPresent(),
                        order.missing(),
                        null);
        return ledger.runs()
                .add(
                        Run.begun(
                                new RunIdentity(
                                        id(now, order.subject(), content),
                                        order.job(),
                                        order.account(),
                                        content,
                                        generation),
                                RunInput.unread(
                                        order.file().toString(),
                                        options.write(),
                                        order.send().key()),
                                now,
                                process.owner()));
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
                                        undone.file(), RunOptions.undoing(order).write(), Run.UNDO),
                                now,
                                process.owner()));
    }

    private String id(Instant now, String about, String content) {
        return RunIds.next(now, about, content, id -> ledger.runs().find(id).isPresent());
    }
}
