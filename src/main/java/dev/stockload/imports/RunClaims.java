package dev.stockload.imports;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.PaceBook;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunEnd;
import dev.stockload.ledger.RunState;
import dev.stockload.merchant.Merchant;
import dev.stockload.runs.CreatePace;
import dev.stockload.runs.LockWait;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Who may work on what, among all processes that share the ledger: one of them on a run, and one
 * for an account. What a dead one held is free.
 */
final class RunClaims {
    private static final Logger LOG = LoggerFactory.getLogger(RunClaims.class);

    private final Ledger ledger;
    private final Path data;
    private final String owner;
    private final CreatePace turns;
    private final Time time;

    RunClaims(ProcessContext process, CreatePace turns) {
        this.ledger = process.ledger();
        this.data = process.data();
        this.owner = process.owner();
        this.time = process.time();
        this.turns = turns;
    }

    /** One run at a time sends for an account, whoever runs it. */
    void takeTurn(String account, StopSignal stop, RunListener listener) {
        new LockWait(time, stop, listener::notice)
                .await(
                        () -> inTheWay(account),
                        holder ->
                                "Waiting for %s, which is sending for account %s"
                                        .formatted(holder, account));
    }

    private Optional<String> inTheWay(String account) {
        PaceBook.Turn turn = ledger.pace().take(account, owner);
        if (turn instanceof PaceBook.Turn.Taken taken && taken.afterAnother()) {
            turns.afterAnother(account);
        }
        return turn.heldBy();
    }

    void giveBack(String account) {
        try {
            ledger.pace().giveBack(account, owner);
        } catch (RuntimeException e) {
            // It stays ours, and is free when we end. What went wrong before matters more.
            LOG.warn("The turn of account {} was not released", account, e);
        }
    }

    /** The run is ours from now on; what its last process left under way is in doubt. */
    Run claim(Run run) {
        if (isElsewhere(run) || !ledger.runs().running(run, owner)) {
            throw new RunFailedException(
                    "Run %s is already running at %s"
                            .formatted(run.id(), ledger.runs().get(run.id()).owner()));
        }
        Run ours = ledger.runs().get(run.id());
        putInDoubt(ours, run.owner());
        return ledger.runs().get(run.id());
    }

    /**
     * Makes ours what another run of an account that we send for has left in flight.
     *
     * @return the run as it is then; empty where another process has it after all
     */
    Optional<Run> takeOver(Run run) {
        if (isElsewhere(run)) {
            return Optional.empty();
        }
        Optional<Run> ours =
                run.owner().equals(owner) ? Optional.of(run) : ledger.runs().adopt(run, owner);
        ours.ifPresent(each -> putInDoubt(each, run.owner()));
        return ours;
    }

    /** Writes down how runs ended whose process was killed. */
    void recoverDead() {
        ledger.runs().all().stream()
                .filter(run -> run.state() == RunState.RUNNING && !isElsewhere(run))
                .forEach(this::recover);
    }

    private boolean isElsewhere(Run run) {
        return run.state() == RunState.RUNNING
                && !run.owner().equals(owner)
                && !ledger.owners().fence(run.owner());
    }

    private void recover(Run run) {
        if (!ledger.runs().running(run, owner)) {
            // Another process does so.
            return;
        }
        putInDoubt(ledger.runs().get(run.id()), run.owner());
        ledger.runs()
                .ended(
                        run.id(),
                        RunEnd.failed(time.instant(), "The program ended before the run did"));
        RunSnapshotListener.snapshot(data, ledger.runs().get(run.id()));
    }

    /** Puts in doubt what was under way, and lets the account's pace begin. */
    private void putInDoubt(Run run, String sender) {
        // A call of a process that may live can last as long as any.
        Duration longest =
                ledger.owners().mayStillSend(sender)
                        ? RequestDelivery.LATEST.plus(Merchant.LONGEST_CALL)
                        : RequestDelivery.LATEST;
        if (ledger.doubts().recover(run, longest, time.instant())) {
            turns.ended(run.account());
        }
    }
}
