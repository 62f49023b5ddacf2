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
 * Goes on after a process that was killed or cut off: whoever claims a run first puts in doubt what
 * that one left under way, since it may have reached the service.
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

    /** Writes down how runs ended whose process was killed. */
    public void recoverDead() {
        ledger.runList().running().forEach(this::recover);
    }

    private void recover(Run run) {
        Optional<Run> ours = lock.claimIfFree(run);
        if (ours.isEmpty()) {
            // Its process lives, or another does so.
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

    /** The run goes on and is ours from now on. */
    public Run claim(Run run) {
        putInDoubt(lock.claim(run), run.owner());
        return ledger.runs().get(run.id());
    }

    /**
     * A run that never began is ours from now on, and waits; empty where another process has it.
     */
    public Optional<Run> claimIfFree(Run run) {
        return lock.claimIfFree(run);
    }

    /**
     * Makes ours what another run of an account that we send for has left in flight.
     *
     * @return the run as it is then; empty where another process has it after all
     */
    Optional<Run> takeOver(Run run) {
        Optional<Run> ours = lock.adopt(run);
        ours.ifPresent(each -> putInDoubt(each, run.owner()));
        return ours;
    }

    /** Puts in doubt what was under way, and lets the account's pace begin. */
    private void putInDoubt(Run run, String sender) {
        // A call of a process that may live can last as long as any.
        Duration longest =
                ledger.owners().mayStillSend(sender)
                        ? RequestDelivery.LATEST.plus(Merchant.LONGEST_CALL)
                        : Duration.ZERO;
        if (ledger.outbox().recover(run, longest, process.time().instant())) {
            pace.ended(run.account());
        }
    }
}
