package dev.stockload.batch;

import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.lock.AccountLocks;
import dev.stockload.runs.lock.AccountLocks.Turn;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The lock of an account: one thread of one process works for it at a time, among all processes
 * that share the ledger. The locks of a dead process are free.
 */
public final class AccountTurn {
    private static final Logger LOG = LoggerFactory.getLogger(AccountTurn.class);
    private static final int LONGEST_NAME = 100;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    private final AccountLocks locks;
    private final String owner;
    private final Time time;
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
        this.time = process.time();
        this.work = work;
    }

    /** Waits for the lock; returns whether another process, with another clock, had it last. */
    public boolean take(String account, StopSignal stop, Consumer<String> notice) {
        Turn turn = ask(account);
        turn.heldBy()
                .map(
                        holder ->
                                "Waiting for %s, which is %s for account %s"
                                        .formatted(holder, work.words, account))
                .ifPresent(notice);
        while (turn.heldBy().isPresent()) {
            time.rest(BETWEEN_LOOKS, stop);
            if (stop.isAsked()) {
                throw new RunFailedException("Stopped while waiting; nothing was done");
            }
            turn = ask(account);
        }
        return turn.afterAnother();
    }

    public boolean takeIfFree(String account) {
        return ask(account).heldBy().isEmpty();
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

    public void works(String account, String run) {
        ours.put(account, run);
    }

    private Turn ask(String account) {
        String here = ours.putIfAbsent(account, "another run");
        if (here != null) {
            return new Turn(Optional.of(here), false);
        }
        boolean taken = false;
        try {
            Turn turn = locks.take(work.lock(account), owner);
            taken = turn.heldBy().isEmpty();
            return turn;
        } finally {
            if (!taken) {
                ours.remove(account);
            }
        }
    }
}
