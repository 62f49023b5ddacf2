package dev.stockload.runs;

import dev.stockload.ledger.Ledger;

import java.nio.file.Path;

/**
 * What all work of this process stands on.
 *
 * @param data the data folder
 * @param owner the name by which the ledger knows this process
 * @param batch Spring Batch, once for the process
 */
public record ProcessContext(
        Ledger ledger, Path data, String owner, Time time, BatchRuntime batch) {
    public ProcessContext(Ledger ledger, Path data, String owner, Time time) {
        this(ledger, data, owner, time, new BatchRuntime(ledger));
    }
}
