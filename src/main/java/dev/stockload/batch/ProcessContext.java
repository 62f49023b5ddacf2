package dev.stockload.batch;

import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Merchants;
import dev.stockload.process.Time;
import dev.stockload.runs.RetentionTimes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * What all work in this process needs.
 *
 * @param owner the name of this process in the ledger
 * @param keep how long runs and their reports are kept
 * @param jobs whether a job with this name is defined
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
        Predicate<String> jobs,
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
                job -> true,
                true);
    }

    public ProcessContext with(Duration kept, Predicate<String> defined, boolean waits) {
        return new ProcessContext(
                ledger, data, owner, time, merchants, batch, kept, defined, waits);
    }
}
