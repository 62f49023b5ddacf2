package dev.stockload.batch;

import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Merchants;
import dev.stockload.process.Time;
import dev.stockload.runs.RetentionTimes;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What all work in this process needs.
 *
 * @param owner the name of this process in the ledger
 * @param keep how long runs and their reports are kept
 * @param waits whether work waits for an account that another run is using
 */
public record ProcessContext(
        Ledger ledger,
        Path data,
        String owner,
        Time time,
        Merchants merchants,
        BatchRuntime batch,
        Duration keep,
        boolean waits) {
    public ProcessContext(Ledger ledger, Path data, String owner, Time time, Merchants merchants) {
        this(
                ledger,
                data,
                owner,
                time,
                merchants,
                new BatchRuntime(ledger),
                RetentionTimes.RUNS,
                true);
    }

    public ProcessContext with(Duration kept, boolean waits) {
        return new ProcessContext(ledger, data, owner, time, merchants, batch, kept, waits);
    }
}
