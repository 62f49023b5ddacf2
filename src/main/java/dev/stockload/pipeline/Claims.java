package dev.stockload.pipeline;

import dev.stockload.batch.Patience;
import dev.stockload.batch.RunFailedException;
import dev.stockload.batch.StopSignal;
import dev.stockload.batch.Time;
import dev.stockload.batch.Watcher;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.PaceBook;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Who may work on what, among all processes that share the ledger: one of them on a run, and one
 * for an account. What a dead one held is free.
 */
final class Claims {
    private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

    private final Ledger ledger;
    private final Path data;
    private final String owner;
    private final Turns turns;
    private final Time time;

    Claims(Ledger ledger, Path data, String owner, Turns turns, Time time) {
        this.ledger = ledger;
        this.data = data;
        this.owner = owner;
        this.turns = turns;
        this.time = time;
    }

    /** One run at a time sends for an account, whoever runs it. */
    void takeTurn(String account, StopSignal stop, Watcher watcher) {
        new Patience(time, stop, watcher::notice)
                .await(
                        () -> inTheWay(account),
                        holder ->
                                "Waiting for %s, which sends for account %s"
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
            LOG.warn("The turn of account {} was not given back", account, e);
        }
    }

    /** The run is ours from now on; one that a dead process had is put in order first. */
    Run claim(Run run) {
        if (run.state() == RunState.RUNNING && !run.owner().equals(owner)) {
            if (isElsewhere(run) || !recover(run)) {
                throw new RunFailedException(
                        "Run %s is going on at %s".formatted(run.id(), run.owner()));
            }
        }
        Run now = ledger.runs().get(run.id());
        if (!ledger.runs().running(now, owner)) {
            throw new RunFailedException(
                    "Run %s is going on at %s"
                            .formatted(run.id(), ledger.runs().get(run.id()).owner()));
        }
        return ledger.runs().get(run.id());
    }

    private boolean isElsewhere(Run run) {
        return !run.owner().equals(owner) && ledger.owners().isAlive(run.owner());
    }

    /** Writes down how runs ended whose process was killed. */
    void recoverDead() {
        ledger.runs().all().stream()
                .filter(run -> run.state() == RunState.RUNNING && !isElsewhere(run))
                .forEach(this::recover);
    }

    /**
     * Puts in doubt what a dead process had under way, and lets the account's pace begin.
     *
     * @return false where another process does so
     */
    private boolean recover(Run run) {
        if (!ledger.runs().running(run, owner)) {
            return false;
        }
        if (ledger.outbox().recover(run.id(), time.instant())) {
            turns.ended(run.account());
        }
        ledger.runs()
                .ended(
                        run.id(),
                        RunState.FAILED,
                        time.instant(),
                        "The program ended before the run did");
        Noting.snapshot(data, ledger.runs().get(run.id()));
        return true;
    }
}
