package dev.stockload.details;

import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.RunState;
import dev.stockload.runs.LockWait;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who fetches details for an account: one at a time among all processes that share the ledger,
 * since whoever fetches counts for the limits. What a dead one held is free.
 */
final class DetailsLock {
    private static final Logger LOG = LoggerFactory.getLogger(DetailsLock.class);
    private static final int LONGEST_NAME = 100;

    private final Ledger ledger;
    private final String owner;
    private final InstantSource clock;

    /** The accounts at work in this process, and for what. */
    private final Map<String, String> ours = new ConcurrentHashMap<>();

    DetailsLock(Ledger ledger, String owner, InstantSource clock) {
        this.ledger = ledger;
        this.owner = owner;
        this.clock = clock;
    }

    String owner() {
        return owner;
    }

    /** Takes the account, when whoever has it is done. */
    void take(String account, LockWait patience) {
        patience.await(
                () -> inTheWay(account),
                holder ->
                        "Waiting for %s, which is fetching details for account %s"
                                .formatted(holder, account));
        recoverDead();
    }

    /** Takes the account if nobody has it. */
    boolean takeIfFree(String account) {
        if (inTheWay(account).isPresent()) {
            return false;
        }
        recoverDead();
        return true;
    }

    void giveBack(String account) {
        try {
            ledger.pace().giveBack(turn(account), owner);
        } catch (RuntimeException e) {
            // It is free when we end. What went wrong before matters more.
            LOG.warn("The details of account {} were not released", account, e);
        } finally {
            ours.remove(account);
        }
    }

    /** Whether somebody works on it now. */
    boolean isLive(DetailRun run) {
        return run.state() == RunState.RUNNING
                && (run.owner().equals(owner)
                        ? run.id().equals(ours.get(run.account()))
                        : ledger.owners().isAlive(run.owner()));
    }

    /** The job that an account was taken for is known now. */
    void works(DetailRun run) {
        ours.put(run.account(), run.id());
    }

    /** Writes down how jobs ended whose process was killed. */
    void recoverDead() {
        for (DetailRun run : ledger.detailRuns().unfinished()) {
            if (run.state() == RunState.RUNNING && !isLive(run)) {
                ledger.details().recover(run, clock.instant());
            }
        }
    }

    private Optional<String> inTheWay(String account) {
        String here = ours.putIfAbsent(account, "another run");
        if (here != null) {
            return Optional.of(here);
        }
        Optional<String> elsewhere = Optional.of("another process");
        try {
            elsewhere = ledger.pace().take(turn(account), owner).heldBy();
        } finally {
            if (elsewhere.isPresent()) {
                ours.remove(account);
            }
        }
        return elsewhere;
    }

    private static String turn(String account) {
        String name = "details of " + account;
        return name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }
}
