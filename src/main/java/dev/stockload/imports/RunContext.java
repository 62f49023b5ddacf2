package dev.stockload.imports;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.runs.ClockTime;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RetryingClient;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;

import java.time.Duration;

/**
 * A run that goes on, and what it works with.
 *
 * @param run as it was when it was claimed
 */
record RunContext(
        Run run,
        ProcessContext process,
        RetryingClient service,
        StopSignal stop,
        RunListener listener) {
    Ledger ledger() {
        return process.ledger();
    }

    Time time() {
        return process.time();
    }

    RunFolder folder() {
        return RunFolder.of(process.data(), run.id());
    }

    /** What the clock shows after so long, for people. */
    String clockAfter(Duration wait) {
        return ClockTime.after(wait, time().instant());
    }

    /** The run as it is now. */
    Run current() {
        return ledger().runs().get(run.id());
    }
}
