package dev.stockload.service;

import dev.stockload.database.Database;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Until when each account's service asked us to wait before the next create (Retry-After), for all
 * processes that share the ledger.
 *
 * @param clock of this process, where the database has no clock for all who share it
 */
public record RetryAfterTable(Database database, InstantSource clock) {
    /** What remains of the wait that the service asked for, never more than it asked for. */
    Duration remaining(String account) {
        Instant now = database.now(clock);
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

    /** Stores a wait that the service asked for; the caller holds the account's lock. */
    public void set(String account, Duration asked) {
        Instant now = database.now(clock);
        String update =
                """
                update pace set retry_seconds = :seconds, retry_until = :until
                 where account = :account
                """;
        String insert =
                """
                insert into pace (account, retry_seconds, retry_until)
                values (:account, :seconds, :until)
                """;
        if (write(update, account, asked, now) == 0) {
            Database.expect(1, write(insert, account, asked, now), "pace of account " + account);
        }
    }

    private int write(String sql, String account, Duration asked, Instant now) {
        return database.sql(sql)
                .param("seconds", asked.toSeconds())
                .param("until", Database.time(now.plus(asked)))
                .param("account", account)
                .update();
    }

    /** The service no longer asks for a wait. */
    void clear(String account) {
        database.sql(
                        """
                        update pace set retry_until = null
                         where account = :account and retry_until is not null
                        """)
                .param("account", account)
                .update();
    }
}
