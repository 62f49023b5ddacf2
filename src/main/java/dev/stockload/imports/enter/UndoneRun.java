package dev.stockload.imports.enter;

import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;
import dev.stockload.stock.ColourState;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;

/** The undo of a run: the run that undid it or has begun to, and whether all of it. */
public record UndoneRun(Run by, boolean isComplete) {
    /** The newest undo of a run that was not undone itself; empty if there is none. */
    public static Optional<UndoneRun> of(Ledger ledger, Run run) {
        for (Run undo : ledger.runs().newerOf(run, UndoOrder.JOB)) {
            UndoOrder order = RunOptions.read(undo.options()).undo();
            boolean counts =
                    undo.state() != Run.State.COMPLETED
                            || order.products().isEmpty() && run.isUndone()
                            || undo.tally().colours(ColourState.SENT) > 0;
            if (order.run().equals(run.id()) && counts && of(ledger, undo).isEmpty()) {
                return Optional.of(new UndoneRun(undo, order.products().isEmpty()));
            }
        }
        return Optional.empty();
    }

    /** A run that has imported a sheet before, with a note if it was undone since. */
    public static String name(Ledger ledger, Run run) {
        return "run " + run.id() + of(ledger, run).map(undo -> ", " + undo.sentence()).orElse("");
    }

    /** The end of a sentence about the run, such as "which run 7 undid on 2026-11-16". */
    public String sentence() {
        String part = isComplete ? "" : " in part";
        if (by.state() != Run.State.COMPLETED) {
            return "which run %s has begun to undo%s".formatted(by.id(), part);
        }
        return "which was undone%s on %s by run %s"
                .formatted(
                        part, LocalDate.ofInstant(by.endedAt(), ZoneId.systemDefault()), by.id());
    }
}
