package dev.stockload.queue;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.runs.Run;

/** Hears of submitted sheets that do not become a run. */
public interface SheetListener {
    /** The file cannot be used. */
    void unusable(ImportOrder order, String why);

    /** An earlier run has imported this content. */
    void alreadyImported(ImportOrder order, Run run);
}
