package dev.stockload.batch;

import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Merchants;
import dev.stockload.process.Time;
import dev.stockload.runs.OldRuns;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;

/**
 * What all work in this process needs.
 *
 * @param owner the name of this process in the ledger
 * @param keep how long runs and their reports are kept
 * @param zone that of the days of the service
 */
public record ProcessContext(
        Ledger ledger,
        Path data,
        String owner,
        Time time,
        Merchants merchants,
        BatchRuntime batch,
        Duration keep,
        ZoneId zone) {
    public ProcessContext(Ledger ledger, Path data, String owner, Time time, Merchants merchants) {
        this(
                ledger,
                data,
                owner,
                time,
                merchants,
                new BatchRuntime(ledger),
                OldRuns.KEPT,
                ZoneId.of("UTC"));
    }

    public ProcessContext with(Duration keep, ZoneId days) {
        return new ProcessContext(ledger, data, owner, time, merchants, batch, keep, days);
    }
}
