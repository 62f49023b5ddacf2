package dev.stockload.service;

import dev.stockload.database.Database;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.Time;
import dev.stockload.stock.CreateLimits;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When the next create of an account may start: one at a time, with the pause that the service asks
 * for. Computes how long to wait; the caller, who holds the account's lock, waits. The pause uses
 * the monotonic clock of this process: a create of another process counts as sent just now. A wait
 * that the service asked for (Retry-After) is stored for all processes that share the ledger.
 */
public final class NextCreate {
    private static final Duration LONGEST_KEPT = Duration.ofDays(1);

    private final Time time;
    private final Database database;
    private final Map<String, Long> ends = new ConcurrentHashMap<>();
    private final Map<String, Long> postponedUntil = new ConcurrentHashMap<>();

    public NextCreate(Ledger ledger, Time time) {
        this.database = ledger.database();
        this.time = time;
    }

    /** Another process may have sent for this account until now. */
    public void afterAnother(String account) {
        ends.put(account, time.nanos());
        postponedUntil.remove(account);
    }

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
        database.sql(
                        """
                        update pace set retry_until = null
                         where account = :account and retry_until is not null
                        """)
                .param("account", account)
                .update();
    }

    /** The service asked for this wait; the caller holds the account's lock. */
    public void postponed(String account, Duration asked) {
        Duration wait = kept(asked);
        Instant until = database.now(time).plus(wait);
        database.put(
                """
                update pace set retry_seconds = :seconds, retry_until = :until
                 where account = :account
                """,
                """
                insert into pace (account, retry_seconds, retry_until)
                values (:account, :seconds, :until)
                """,
                row ->
                        row.param("seconds", wait.toSeconds())
                                .param("until", Database.time(until))
                                .param("account", account));
        postponedUntil.put(account, time.nanos() + wait.toNanos());
    }

    /** Until when the service asked us to wait, also if another process heard it. */
    private long postponedUntil(String account) {
        return postponedUntil.computeIfAbsent(
                account, name -> time.nanos() + remaining(name).toNanos());
    }

    /** Limits a wait that a service asks for: a year is probably a mistake. */
    static Duration kept(Duration asked) {
        return asked.compareTo(LONGEST_KEPT) < 0 ? asked : LONGEST_KEPT;
    }

    /** What remains of the wait that the service asked for, never more than it asked for. */
    private Duration remaining(String account) {
        Instant now = database.now(time);
        return database.sql(
                        """
                        select retry_seconds, retry_until from pace
                         where account = :account and retry_until is not null
                        """)
                .param("account", account)
                .query(
                        (row, number) -> {
                            Duration asked = Duration.ofSeconds(row.getLong(1));
                            Duration left =
                                    Duration.between(now, Database.time(row, "retry_until"));
                            return left.compareTo(asked) < 0 ? left : asked;
                        })
                .optional()
                .filter(left -> !left.isNegative())
                .orElse(Duration.ZERO);
    }
}
