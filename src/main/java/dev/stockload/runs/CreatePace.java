package dev.stockload.runs;

import dev.stockload.ledger.AccountLocks;
import dev.stockload.ledger.Ledger;
import dev.stockload.stock.CreateLimits;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * When the next create of an account may start: one at a time, and so long after the one before as
 * the service asks for. The end of that is known from the ledger and, in case the clock is set,
 * from this process too. Says how long to wait; whoever asks does the waiting.
 */
public final class CreatePace {
    private final Time time;
    private final AccountLocks accounts;
    private final Map<String, Long> ends = new ConcurrentHashMap<>();
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

    public CreatePace(Ledger ledger, Time time) {
        this.accounts = ledger.accountLocks();
        this.time = time;
    }

    /** Another process has sent for the account until now: its clock is not ours. */
    public void afterAnother(String account) {
        ends.put(account, time.nanos());
    }

    /** Held by whoever creates for the account in this process. */
    public ReentrantLock lock(String account) {
        return locks.computeIfAbsent(account, name -> new ReentrantLock());
    }

    /** How long from now until a create of this account may start; zero if it may at once. */
    public Duration waitBefore(String account) {
        Duration byClock =
                accounts.lastCreate(account)
                        .map(end -> CreateLimits.pause(Duration.between(end, time.instant())))
                        .orElse(Duration.ZERO);
        Long end = ends.get(account);
        if (end == null) {
            return byClock;
        }
        Duration bySpan = CreateLimits.pause(Duration.ofNanos(time.nanos() - end));
        return byClock.compareTo(bySpan) > 0 ? byClock : bySpan;
    }

    /** A create of this account was answered or given up. */
    public void ended(String account) {
        ends.put(account, time.nanos());
        accounts.createEnded(account, time.instant());
    }
}
