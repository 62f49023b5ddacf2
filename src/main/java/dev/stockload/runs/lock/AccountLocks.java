package dev.stockload.runs.lock;

import dev.stockload.database.Database;

import org.springframework.dao.DuplicateKeyException;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Who works for an account, and how long the service asks it to wait, for all processes that share
 * the ledger.
 */
public final class AccountLocks {
    /** No account is called like this. */
    private static final String EVERYBODY = "(all accounts)";

    private final Database database;
    private final OwnerLeases owners;

    /** What came of asking for the turn. */
    public sealed interface Turn {
        /** Who has it, where it is not ours. */
        default Optional<String> heldBy() {
            return Optional.empty();
        }

        /**
         * It is ours.
         *
         * @param afterAnother whether the last create may have been another's, just now
         */
        record Taken(boolean afterAnother) implements Turn {}

        /** Somebody who is alive has it. */
        record HeldBy(String holder) implements Turn {
            @Override
            public Optional<String> heldBy() {
                return Optional.of(holder);
            }
        }
    }

    private record Line(String holder, String lastHolder) {}

    public AccountLocks(Database database, OwnerLeases owners) {
        this.database = database;
        this.owners = owners;
    }

    /** Takes the right to send for an account, until it is given back or its holder is dead. */
    public Turn take(String account, String owner) {
        addLine(account);
        return database.inTransaction(
                () -> {
                    Line line = line(account);
                    boolean other = line.holder() != null && !line.holder().equals(owner);
                    if (other && !owners.fence(line.holder())) {
                        return new Turn.HeldBy(line.holder());
                    }
                    hold(account, owner);
                    String last = other ? line.holder() : line.lastHolder();
                    return new Turn.Taken(last != null && !last.equals(owner));
                });
    }

    /** Does something that no other process may do at the same time. */
    public void alone(Runnable work) {
        addLine(EVERYBODY);
        database.inTransaction(
                () -> {
                    line(EVERYBODY);
                    work.run();
                });
    }

    public void release(String account, String owner) {
        database.sql(
                        """
                        update pace set holder = null, last_holder = :owner
                         where account = :account and holder = :owner
                        """)
                .param("owner", owner)
                .param("account", account)
                .update();
    }

    /** What is left of the wait that the service asked for, never more than it asked for. */
    public Duration leftToWait(String account, Instant now) {
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

    /** The service asks for a wait before the next create. */
    public void waitFor(String account, Duration asked, Instant now) {
        addLine(account);
        Database.one(
                database.sql(
                                """
                                update pace set retry_seconds = :seconds, retry_until = :until
                                 where account = :account
                                """)
                        .param("seconds", asked.toSeconds())
                        .param("until", Database.time(now.plus(asked)))
                        .param("account", account),
                "pace of account " + account);
    }

    /** The service asks for no wait any more. */
    public void waitNoMore(String account) {
        database.sql(
                        """
                        update pace set retry_until = null
                         where account = :account and retry_until is not null
                        """)
                .param("account", account)
                .update();
    }

    private Line line(String account) {
        return database.sql(
                        "select holder, last_holder from pace where account = :account for update")
                .param("account", account)
                .query((row, number) -> new Line(row.getString(1), row.getString(2)))
                .single();
    }

    private void hold(String account, String owner) {
        Database.one(
                database.sql("update pace set holder = :owner where account = :account")
                        .param("owner", owner)
                        .param("account", account),
                "turn of account " + account);
    }

    private void addLine(String account) {
        boolean known =
                database.sql("select 1 from pace where account = :account")
                        .param("account", account)
                        .query(Integer.class)
                        .optional()
                        .isPresent();
        if (known) {
            return;
        }
        try {
            database.sql("insert into pace (account) values (:account)")
                    .param("account", account)
                    .update();
        } catch (DuplicateKeyException e) {
            // Another process was faster; the line is there, which is all we want.
        }
    }
}
