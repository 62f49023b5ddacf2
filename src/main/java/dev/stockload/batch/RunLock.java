package dev.stockload.batch;

import dev.stockload.ledger.Ledger;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;

import java.util.Optional;

/**
 * Which process works on a run, among all that share the ledger. A dead process loses its runs and
 * cannot come back.
 */
public final class RunLock {
    private final Ledger ledger;
    private final String owner;

    public RunLock(ProcessContext process) {
        this.ledger = process.ledger();
        this.owner = process.owner();
    }

    /** Whether another process works on the run; if its lease has expired, it loses the run. */
    public boolean isElsewhere(Run run) {
        return run.state() == RunState.RUNNING
                && !run.owner().equals(owner)
                && !ledger.owners().fence(run.owner());
    }

    /**
     * Starts or resumes the run as ours.
     *
     * @throws RunFailedException if another process has it
     */
    public Run claim(Run run) {
        return claimIfFree(run)
                .orElseThrow(
                        () ->
                                new RunFailedException(
                                        "Run %s is already running at %s"
                                                .formatted(
                                                        run.id(),
                                                        ledger.runs().get(run.id()).owner())));
    }

    /** Starts or resumes the run as ours; empty if another process has it. */
    public Optional<Run> claimIfFree(Run run) {
        return isElsewhere(run) || !ledger.runs().running(run, owner)
                ? Optional.empty()
                : ledger.runs().find(run.id());
    }

    /**
     * Makes this process the owner of a run that is not running, so that no other stores its end.
     *
     * @return the run with its new owner; empty if another process has it
     */
    public Optional<Run> adopt(Run run) {
        if (isElsewhere(run)) {
            return Optional.empty();
        }
        return run.owner().equals(owner) ? Optional.of(run) : ledger.runs().adopt(run, owner);
    }

    /** Whether the database still has this process as the owner; renews our lease. */
    public boolean isOurs(Run run) {
        return ledger.owners().renew() && ledger.runs().isOwned(run);
    }
}
