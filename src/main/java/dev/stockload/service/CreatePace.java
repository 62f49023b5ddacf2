package dev.stockload.service;

import dev.stockload.ledger.Ledger;
import dev.stockload.process.Time;
import dev.stockload.stock.CreateLimits;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When the next create of an account may start: one at a time, with the pause that the service asks
 * for. Computes how long to wait; the caller, who holds the account's lock, waits. The pause uses
 * the monotonic clock of this process: a create of another process counts as sent just now.
 */
public final class CreatePace {
    private static final Duration LONGEST_KEPT = Duration.ofDays(1);

    private final Time time;
    private final RetryAfterTable retryAfter;
    private final Map<String, Long> ends = new ConcurrentHashMap<>();
    private final Map<String, Long> postponedUntil = new ConcurrentHashMap<>();

    public CreatePace(Ledger ledger, Time time) {
        this.retryAfter = new RetryAfterTable(ledger.database(), time);
        this.time = time;
    }

    /** Another process may have sent for this account until now. */
    public void afterAnother(String account) {
        ends.put(account, time.nanos());
        postponedUntil.remove(account);
    }

    /** How long to wait before a create of this account may start. */
    public Duration waitBefore(String account) {
        Duration wait = Duration.ofNanos(postponedUntil(account) - time.nanos());
        Long end = ends.get(account);
        if (end != null) {
            Duration pause = CreateLimits.BETWEEN_CREATES.minusNanos(time.nanos() - end);
            wait = wait.compareTo(pause) > 0 ? wait : pause;
        }
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    /** A create of this account was answered or given up. */
    public void ended(String account) {
        ends.put(account, time.nanos());
        postponedUntil.put(account, time.nanos());
        retryAfter.clear(account);
    }

    /** The service asked for this wait before the next create (Retry-After). */
    public void postponed(String account, Duration asked) {
        retryAfter.set(account, kept(asked));
        postponedUntil.put(account, time.nanos() + kept(asked).toNanos());
    }

    /** Until when the service asked us to wait, also if another process heard it. */
    private long postponedUntil(String account) {
        return postponedUntil.computeIfAbsent(
                account, name -> time.nanos() + retryAfter.remaining(name).toNanos());
    }

    /** Limits a wait that a service asks for: a year is probably a mistake. */
    static Duration kept(Duration asked) {
        return asked.compareTo(LONGEST_KEPT) < 0 ? asked : LONGEST_KEPT;
    }
}
