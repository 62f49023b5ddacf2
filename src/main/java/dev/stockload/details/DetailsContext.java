package dev.stockload.details;

import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RetryingClient;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;

/** A job over details that goes on, and what it works with. */
record DetailsContext(
        DetailRun run,
        ProcessContext process,
        RetryingClient service,
        StopSignal stop,
        Details.Progress progress) {
    Ledger ledger() {
        return process.ledger();
    }

    Time time() {
        return process.time();
    }
}
