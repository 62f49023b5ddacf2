package dev.stockload.queue;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.runs.Run;

/** Hears of sheets of which no run came, whoever has handed them in. */
public interface SheetListener {
    /** A file cannot be used. */
    void unusable(ImportOrder order, String why);

    /** A run has imported its content before. */
    void alreadyImported(ImportOrder order, Run run);
}
