package dev.stockload.details;

import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.RunState;
import dev.stockload.runs.AccountLock;
import dev.stockload.runs.ProcessContext;

/** Goes on after a process that was killed while it fetched details. */
final class DetailsRecovery {
    private final Ledger ledger;
    private final ProcessContext process;
    private final AccountLock accounts;

    DetailsRecovery(ProcessContext process, AccountLock accounts) {
        this.ledger = process.ledger();
        this.process = process;
        this.accounts = accounts;
    }

    /** Whether somebody works on it now. */
    boolean isLive(DetailRun run) {
        return run.state() == RunState.RUNNING
                && (run.owner().equals(process.owner())
                        ? accounts.isAtWork(run.account(), run.id())
                        : ledger.owners().isAlive(run.owner()));
    }

    /** Writes down how jobs ended whose process was killed. */
    void recoverDead() {
        for (DetailRun run : ledger.detailRuns().unfinished()) {
            if (run.state() == RunState.RUNNING && !isLive(run)) {
                ledger.details().recover(run, process.time().instant());
            }
        }
    }
}
