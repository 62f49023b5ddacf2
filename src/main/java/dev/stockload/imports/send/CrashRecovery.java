package dev.stockload.imports.send;

import dev.stockload.batch.ProcessContext;
import dev.stockload.batch.RunLock;
import dev.stockload.imports.report.RunSnapshotListener;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Merchant;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunEnd;
import dev.stockload.service.CreatePace;

import java.time.Duration;
import java.util.Optional;

/**
 * Takes over after a process that was killed or interrupted: the next process that claims a run
 * puts its requests in flight in doubt, since they may have reached the service.
 */
public final class CrashRecovery {
    private final ProcessContext process;
    private final Ledger ledger;
    private final RunLock lock;
    private final CreatePace pace;

    public CrashRecovery(ProcessContext process, CreatePace pace) {
        this.process = process;
        this.ledger = process.ledger();
        this.lock = new RunLock(process);
        this.pace = pace;
    }

    /** Stores the end of runs whose process was killed. */
    public void recoverDead() {
        ledger.runList().running().forEach(this::recover);
    }

    private void recover(Run run) {
        Optional<Run> ours = lock.claimIfFree(run);
        if (ours.isEmpty()) {
            // Its process is alive, or another process has recovered it.
            return;
        }
        putInDoubt(ours.get(), run.owner());
        ledger.runs()
                .ended(
                        ours.get(),
                        RunEnd.failed(
                                process.time().instant(), "The program ended before the run did"));
        RunSnapshotListener.snapshot(process.data(), ledger.runs().get(run.id()));
    }

    /** Starts or resumes the run as ours. */
    public Run claim(Run run) {
        putInDoubt(lock.claim(run), run.owner());
        return ledger.runs().get(run.id());
    }

    /** Makes a run that never started ours, so that it waits; empty if another process has it. */
    public Optional<Run> claimIfFree(Run run) {
        return lock.claimIfFree(run);
    }

    /**
     * Takes over what another run of our account has in flight.
     *
     * @return the run with its new owner; empty if another process has it after all
     */
    Optional<Run> takeOver(Run run) {
        Optional<Run> ours = lock.adopt(run);
        ours.ifPresent(each -> putInDoubt(each, run.owner()));
        return ours;
    }

    /** Puts requests in flight in doubt, and restarts the account's pace. */
    private void putInDoubt(Run run, String sender) {
        // If the sender may be alive, its call can last as long as any call.
        Duration longest =
                ledger.owners().mayStillSend(sender)
                        ? RequestDelivery.LATEST.plus(Merchant.LONGEST_CALL)
                        : Duration.ZERO;
        if (ledger.outbox().recover(run, longest, process.time().instant())) {
            pace.ended(run.account());
        }
    }
}
