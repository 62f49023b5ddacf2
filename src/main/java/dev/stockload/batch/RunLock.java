package dev.stockload.batch;

import dev.stockload.ledger.Ledger;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;

import java.util.Optional;

/**
 * Which process works on a run, among all that share the ledger. What a dead one held is free, and
 * it cannot come back.
 */
public final class RunLock {
    private final Ledger ledger;
    private final String owner;

    public RunLock(ProcessContext process) {
        this.ledger = process.ledger();
        this.owner = process.owner();
    }

    /** Whether another process works on it; one whose lease has run out loses it by this. */
    public boolean isElsewhere(Run run) {
        return run.state() == RunState.RUNNING
                && !run.owner().equals(owner)
                && !ledger.owners().fence(run.owner());
    }

    /**
     * The run goes on, and is ours from now on.
     *
     * @throws RunFailedException where another process has it
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

    /** The run goes on, and is ours from now on; empty where another process has it. */
    public Optional<Run> claimIfFree(Run run) {
        return isElsewhere(run) || !ledger.runs().running(run, owner)
                ? Optional.empty()
                : ledger.runs().find(run.id());
    }

    /**
     * Makes a run ours without going on with it, so that nobody else writes down what became of it.
     *
     * @return the run as it is then; empty where another process has it
     */
    public Optional<Run> adopt(Run run) {
        if (isElsewhere(run)) {
            return Optional.empty();
        }
        return run.owner().equals(owner) ? Optional.of(run) : ledger.runs().adopt(run, owner);
    }

    /** Whether it is still ours: asked of the database, which lengthens our lease by that. */
    public boolean isOurs(Run run) {
        return ledger.owners().renew() && ledger.runs().isOwned(run);
    }
}
