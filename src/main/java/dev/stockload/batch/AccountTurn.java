package dev.stockload.batch;

import dev.stockload.process.LockWait;
import dev.stockload.runs.lock.AccountLocks;
import dev.stockload.runs.lock.AccountLocks.Turn;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock of an account: one thread of one process works for it at a time, among all processes
 * that share the ledger. The locks of a dead process are free.
 */
public final class AccountTurn {
    private static final Logger LOG = LoggerFactory.getLogger(AccountTurn.class);
    private static final int LONGEST_NAME = 100;

    private final AccountLocks locks;
    private final String owner;
    private final Work work;

    /** The accounts that this process holds, and for which run. */
    private final Map<String, String> ours = new ConcurrentHashMap<>();

    /** Kinds of work; each has a lock of its own for every account. */
    public enum Work {
        SEND("", "sending"),
        DETAILS("details of ", "fetching details");

        private final String prefix;
        private final String words;

        Work(String prefix, String words) {
            this.prefix = prefix;
            this.words = words;
        }

        private String lock(String account) {
            String name = prefix + account;
            return name.substring(0, Math.min(name.length(), LONGEST_NAME));
        }
    }

    public AccountTurn(ProcessContext process, Work work) {
        this.locks = process.ledger().accountLocks();
        this.owner = process.owner();
        this.work = work;
    }

    /**
     * Waits for the account's lock and takes it.
     *
     * @return whether another process, with another clock, had it last
     */
    public boolean take(String account, LockWait wait) {
        Attempt attempt = new Attempt(account);
        wait.await(
                attempt::inTheWay,
                holder ->
                        "Waiting for %s, which is %s for account %s"
                                .formatted(holder, work.words, account));
        return attempt.afterAnother;
    }

    /** Takes the account's lock if it is free. */
    public boolean takeIfFree(String account) {
        return new Attempt(account).inTheWay().isEmpty();
    }

    public void release(String account) {
        try {
            locks.release(work.lock(account), owner);
        } catch (RuntimeException e) {
            // The lock is free when this process ends. What went wrong before matters more.
            LOG.warn("The lock of account {} was not released", account, e);
        } finally {
            ours.remove(account);
        }
    }

    /** Notes the run for which the account was taken. */
    public void works(String account, String run) {
        ours.put(account, run);
    }

    /** Whether this process holds the account for this run. */
    public boolean isAtWork(String account, String run) {
        return run.equals(ours.get(account));
    }

    private final class Attempt {
        private final String account;
        private boolean afterAnother;

        private Attempt(String account) {
            this.account = account;
        }

        private Optional<String> inTheWay() {
            String here = ours.putIfAbsent(account, "another run");
            if (here != null) {
                return Optional.of(here);
            }
            boolean taken = false;
            try {
                Turn turn = locks.take(work.lock(account), owner);
                afterAnother = turn.afterAnother();
                taken = turn.heldBy().isEmpty();
                return turn.heldBy();
            } finally {
                if (!taken) {
                    ours.remove(account);
                }
            }
        }
    }
}
