package dev.stockload.app;

import dev.stockload.compare.ProductProgress;
import dev.stockload.imports.DiffOrder;
import dev.stockload.imports.DiffSummary;
import dev.stockload.imports.Imports;
import dev.stockload.imports.UndoOrder;
import dev.stockload.imports.UndoSummary;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;

import java.io.IOException;
import java.util.Optional;

/** Compares and undoes in this process. */
final class LocalChanges implements ChangeOperations {
    private final Workspace workspace;
    private final Caller caller;
    private final Optional<ImportQueue> queue;

    LocalChanges(Workspace workspace, Caller caller, Optional<ImportQueue> queue) {
        this.workspace = workspace;
        this.caller = caller;
        this.queue = queue;
    }

    @Override
    public DiffSummary diff(DiffOrder order, ProductProgress progress) throws IOException {
        return workspace.diffs(caller).show(order, progress);
    }

    @Override
    public UndoSummary plan(UndoOrder order, ProductProgress progress) {
        return UndoSummary.of(workspace.undo(caller).plan(order, progress));
    }

    @Override
    public Imports.Result undo(UndoOrder order) throws IOException {
        if (queue.isEmpty()) {
            return workspace.imports().undo(order);
        }
        ImportTicket ticket = queue.get().undo(order, caller.listener());
        caller.stop().whenAsked(ticket::stop);
        return ticket.result().join();
    }
}
