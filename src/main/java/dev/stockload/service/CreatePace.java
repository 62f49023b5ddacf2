package dev.stockload.service;

import dev.stockload.ledger.Ledger;
import dev.stockload.process.Time;
import dev.stockload.runs.lock.AccountLocks;
import dev.stockload.stock.CreateLimits;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * When the next create of an account may start: one at a time, and so long after the one before as
 * the service asks for. Says how long to wait; whoever asks does the waiting. The pause is measured
 * by this process alone, since clocks are set: what another has sent counts as sent now.
 */
public final class CreatePace {
    private static final Duration LONGEST_KEPT = Duration.ofDays(1);

    private final Time time;
    private final AccountLocks accounts;
    private final Map<String, Long> ends = new ConcurrentHashMap<>();
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

    public CreatePace(Ledger ledger, Time time) {
        this.accounts = ledger.accountLocks();
        this.time = time;
    }

    /** Another process may have sent for the account until now. */
    public void afterAnother(String account) {
        ends.put(account, time.nanos());
    }

    /** Held by whoever creates for the account in this process. */
    public ReentrantLock lock(String account) {
        return locks.computeIfAbsent(account, name -> new ReentrantLock());
    }

    /** How long from now until a create of this account may start; zero if it may at once. */
    public Duration waitBefore(String account) {
        Duration asked = accounts.leftToWait(account, time.instant());
        Long end = ends.get(account);
        if (end == null) {
            return asked;
        }
        Duration pause = CreateLimits.pause(Duration.ofNanos(time.nanos() - end));
        return asked.compareTo(pause) > 0 ? asked : pause;
    }

    /** A create of this account was answered or given up. */
    public void ended(String account) {
        ends.put(account, time.nanos());
        accounts.waitNoMore(account);
    }

    /** The service has asked to wait so long before the next create. */
    public void postponed(String account, Duration asked) {
        accounts.waitFor(account, kept(asked), time.instant());
    }

    /** How much of what a service asks for is kept: a year may be asked for by mistake. */
    static Duration kept(Duration asked) {
        return asked.compareTo(LONGEST_KEPT) < 0 ? asked : LONGEST_KEPT;
    }
}
