package dev.stockload.pipeline;

import dev.stockload.batch.ProcessContext;
import dev.stockload.batch.Service;
import dev.stockload.batch.StopSignal;
import dev.stockload.batch.Time;
import dev.stockload.batch.Watcher;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;

/**
 * A run that goes on, and what it works with.
 *
 * @param run as it was when it was claimed
 */
record RunContext(
        Run run, ProcessContext process, Service service, StopSignal stop, Watcher watcher) {
    Ledger ledger() {
        return process.ledger();
    }

    Time time() {
        return process.time();
    }

    RunFolder folder() {
        return RunFolder.of(process.data(), run.id());
    }

    /** The run as it is now. */
    Run current() {
        return ledger().runs().get(run.id());
    }
}
