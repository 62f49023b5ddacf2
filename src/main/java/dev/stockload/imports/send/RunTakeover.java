package dev.stockload.imports.send;

import dev.stockload.batch.AccountTurn;
import dev.stockload.batch.ProcessContext;
import dev.stockload.merchant.Merchant;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.Run;
import dev.stockload.runs.WaitingRuns;
import dev.stockload.runs.WaitingRuns.Waiting;
import dev.stockload.service.NextCreate;

import java.time.Duration;
import java.util.Optional;

/**
 * Takes runs over for this process, new ones and those of dead processes: which of all that share
 * the ledger works on a run. A dead process cannot come back: the next process that claims a run
 * puts its requests in flight in doubt, since they may have reached the service.
 */
public record RunTakeover(ProcessContext process, NextCreate nextCreate) {
    public void recoverDead() {
        for (Run run : process.ledger().runs().running()) {
            // Nothing to do if its process is alive, or another process has recovered it.
            Run.End end = Run.End.interrupted(process.time().instant());
            tryClaim(run).ifPresent(ours -> process.ledger().runs().ended(ours, end));
        }
    }

    /** Starts or resumes the run as ours; fails if another process has it. */
    public Run claim(Run run) {
        Optional<Run> ours = tryClaim(run);
        if (ours.isEmpty()) {
            String owner = process.ledger().runs().get(run.id()).owner();
            throw new RunFailedException(
                    "Run %s is already running at %s".formatted(run.id(), owner));
        }
        return ours.get();
    }

    /**
     * Makes the first waiting run of an account ours, whoever entered it: whoever has the lock of
     * the account works on its runs. Empty if there is none, if it was stopped just now, or if a
     * process that was paused has lost the lock meanwhile.
     */
    public Optional<Waiting> claimNext(String account) {
        WaitingRuns waiting = process.ledger().waitingRuns();
        return process.ledger()
                .database()
                .inTransaction(
                        () ->
                                AccountTurn.isHeld(account, process)
                                        ? waiting.first(account, process.ledger().owners().now())
                                                .filter(next -> waiting.take(next.run()))
                                                .flatMap(next -> take(next.run()).map(next::taken))
                                        : Optional.empty());
    }

    /** Makes the run ours and shows it as running; empty if another process has it. */
    private Optional<Run> tryClaim(Run run) {
        return isElsewhere(run) ? Optional.empty() : take(run);
    }

    private Optional<Run> take(Run run) {
        return process.ledger()
                .runs()
                .claim(run, process.owner())
                .map(ours -> inDoubt(ours, run.owner()));
    }

    /** Takes over what a run that is not running has in flight; empty if another has it. */
    Optional<Run> adopt(Run run) {
        if (isElsewhere(run)) {
            return Optional.empty();
        }
        Optional<Run> ours =
                run.owner().equals(process.owner())
                        ? Optional.of(run)
                        : process.ledger().runs().adopt(run, process.owner());
        return ours.map(each -> inDoubt(each, run.owner()));
    }

    /** Whether another process works on the run; if its lease has expired, it loses the run. */
    private boolean isElsewhere(Run run) {
        return run.state() == Run.State.RUNNING
                && !run.owner().equals(process.owner())
                && !process.ledger().owners().fence(run.owner());
    }

    /** Puts requests in flight in doubt, and restarts the pause of the account. */
    private Run inDoubt(Run run, String sender) {
        // If the sender may be alive, its call can last as long as any call.
        Duration longest =
                process.ledger().owners().mayStillSend(sender)
                        ? RequestDelivery.LATEST.plus(Merchant.LONGEST_CALL)
                        : Duration.ZERO;
        if (process.ledger()
                .outbox(process.ledger().book(run.account()))
                .recover(run, longest, process.time().instant())) {
            nextCreate.ended(run.account());
        }
        return process.ledger().runs().get(run.id());
    }
}
