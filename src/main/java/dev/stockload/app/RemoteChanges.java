package dev.stockload.app;

import dev.stockload.compare.ProductProgress;
import dev.stockload.imports.DiffOrder;
import dev.stockload.imports.DiffSummary;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.Imports;
import dev.stockload.imports.UndoOrder;
import dev.stockload.imports.UndoSummary;

import java.io.IOException;
import java.nio.file.Path;

/** Compares and undoes in the process that serves. */
final class RemoteChanges implements ChangeOperations {
    private final Path data;
    private final ApiClient api;
    private final ApiClient.Listener listener;

    RemoteChanges(Path data, ApiClient api, ApiClient.Listener listener) {
        this.data = data;
        this.api = api;
        this.listener = listener;
    }

    @Override
    public DiffSummary diff(DiffOrder order, ProductProgress progress) throws IOException {
        // What is a path here may be none where the other process is.
        ImportOrder there =
                order.order().forFile(order.order().file().toAbsolutePath().normalize());
        return api.follow(
                "/api/local/diffs",
                new DiffOrder(there, order.fresh(), order.whole()),
                telling(progress, listener),
                DiffSummary.class);
    }

    @Override
    public UndoSummary plan(UndoOrder order, ProductProgress progress) throws IOException {
        return api.follow(
                "/api/local/undo-plans", order, telling(progress, listener), UndoSummary.class);
    }

    @Override
    public Imports.Result undo(UndoOrder order) throws IOException {
        return api.follow("/api/local/undos", order, listener, Imports.Result.class).in(data);
    }

    /** Tells how many products are done, and all else as before. */
    static ApiClient.Listener telling(ProductProgress progress, ApiClient.Listener listener) {
        return (event, told) -> {
            if (event == WorkEvents.Event.DONE) {
                progress.at(told.get("done").asInt(), told.get("all").asInt());
            } else {
                listener.on(event, told);
            }
        };
    }
}
