package dev.stockload.app;

import dev.stockload.compare.ProductProgress;
import dev.stockload.imports.DiffOrder;
import dev.stockload.imports.DiffSummary;
import dev.stockload.imports.Imports;
import dev.stockload.imports.UndoOrder;
import dev.stockload.imports.UndoSummary;

import java.io.IOException;

/** What would change before it is sent, and what was sent taken back. */
public interface ChangeOperations {
    /** What an import would change; it sends nothing. */
    DiffSummary diff(DiffOrder order, ProductProgress progress) throws IOException;

    /** What an undo would bring back; it sends nothing. */
    UndoSummary plan(UndoOrder order, ProductProgress progress) throws IOException;

    /** Brings back what was there before a run, as a run of its own. */
    Imports.Result undo(UndoOrder order) throws IOException;
}
