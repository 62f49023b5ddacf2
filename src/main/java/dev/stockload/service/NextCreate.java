package dev.stockload.service;

import dev.stockload.database.Database;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.CreateLimits;
import dev.stockload.process.Time;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
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
    private final Map<String, Wait> waits = new ConcurrentHashMap<>();

    /** A wait that the service asked for; {@code end} is of this process's monotonic clock. */
    private record Wait(Instant until, long end) {}

    private record Asked(Instant until, Duration duration) {}

    public NextCreate(Ledger ledger, Time time) {
        this.database = ledger.database();
        this.time = time;
    }

    /** Another process may have sent for this account until now. */
    public void afterAnother(String account) {
        ends.put(account, time.nanos());
    }

    public Duration waitBefore(String account) {
        Wait asked = asked(account);
        Duration wait =
                asked == null ? Duration.ZERO : Duration.ofNanos(asked.end() - time.nanos());
        Long end = ends.get(account);
        if (end != null) {
            Duration pause = CreateLimits.BETWEEN_CREATES.minusNanos(time.nanos() - end);
            wait = wait.compareTo(pause) > 0 ? wait : pause;
        }
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    /**
     * A create of this account was answered or given up. It has kept the wait that was known before
     * it; one that another request was asked for meanwhile stays.
     */
    public void ended(String account) {
        ends.put(account, time.nanos());
        Wait unsaved = waits.remove(account);
        if (unsaved != null) {
            database.sql(
                            """
                            update pace set retry_until = null
                             where account = :account and retry_until = :until
                            """)
                    .param("account", account)
                    .param("until", Database.time(unsaved.until()))
                    .update();
        }
    }

    /** The service asked any request of the account for this wait; a longer one stays. */
    public void postponed(String account, Duration asked) {
        Duration wait = capped(asked);
        Instant until = database.now(time).plus(wait);
        database.put(
                """
                update pace set
                       retry_seconds = case when retry_until > :until then retry_seconds else :seconds end,
                       retry_until = case when retry_until > :until then retry_until else :until end
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
        asked(account);
    }

    /** The wait as it is stored, whichever process heard it; null if there is none. */
    private Wait asked(String account) {
        return waits.compute(
                account,
                (name, known) ->
                        stored(name)
                                .filter(now -> known == null || !now.until().equals(known.until()))
                                .orElse(known));
    }

    /** Limits a wait that a service asks for: a year is probably a mistake. */
    static Duration capped(Duration asked) {
        return asked.compareTo(LONGEST_KEPT) < 0 ? asked : LONGEST_KEPT;
    }

    /** Ends when the clock of the database says, but not later than the service asked for. */
    private Optional<Wait> stored(String account) {
        return database.sql(
                        """
                        select retry_seconds, retry_until from pace
                         where account = :account and retry_until is not null
                        """)
                .param("account", account)
                .query(
                        (row, number) ->
                                new Asked(
                                        Database.time(row, "retry_until"),
                                        Duration.ofSeconds(row.getLong(1))))
                .optional()
                .map(this::wait);
    }

    private Wait wait(Asked asked) {
        Duration left = Duration.between(database.now(time), asked.until());
        Duration wait = left.compareTo(asked.duration()) < 0 ? left : asked.duration();
        return new Wait(asked.until(), time.nanos() + wait.toNanos());
    }
}
