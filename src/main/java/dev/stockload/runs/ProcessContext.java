package dev.stockload.runs;

import dev.stockload.ledger.Ledger;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What all work of this process stands on.
 *
 * @param data the data folder
 * @param owner the name by which the ledger knows this process
 * @param batch Spring Batch, once for the process
 * @param keep how long runs and their reports are kept
 */
public record ProcessContext(
        Ledger ledger, Path data, String owner, Time time, BatchRuntime batch, Duration keep) {
    public ProcessContext(Ledger ledger, Path data, String owner, Time time) {
        this(ledger, data, owner, time, new BatchRuntime(ledger), RetentionTimes.RUNS);
    }

    /** The same with another time for which runs are kept. */
    public ProcessContext keeping(Duration time) {
        return new ProcessContext(ledger, data, owner, this.time, batch, time);
    }
}
