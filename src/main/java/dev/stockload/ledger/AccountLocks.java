package dev.stockload.ledger;

import org.springframework.dao.DuplicateKeyException;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Who works for an account, and when its last create ended, for all processes that share the
 * ledger.
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
         * @param afterAnother whether the last create was another's, whose clock we cannot compare
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

    /** When the last create of an account ended. */
    public record LastCreate(Instant ended, Uptime uptime) {}

    /** The wait that the service has asked for, and until when that is. */
    public record RetryAfter(Duration asked, Uptime until) {}

    private record Line(String holder, String lastHolder) {}

    AccountLocks(Database database, OwnerLeases owners) {
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
                    return new Turn.Taken(
                            !owners.isOfOneMachine() && last != null && !last.equals(owner));
                });
    }

    /** Does something that no other process may do at the same time. */
    void alone(Runnable work) {
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

    public Optional<LastCreate> lastCreate(String account) {
        return database.sql(
                        """
                        select ended_at, machine, uptime from pace
                         where account = :account and ended_at is not null
                        """)
                .param("account", account)
                .query(
                        (row, number) ->
                                new LastCreate(
                                        Database.time(row, "ended_at"),
                                        Uptime.read(row, "machine", "uptime")))
                .optional();
    }

    /** A create has ended, after which the service asks for no wait, unless that is told next. */
    public void createEnded(String account, LastCreate last) {
        addLine(account);
        Database.one(
                database.sql(
                                """
                                update pace set ended_at = :end, machine = :machine, uptime = :uptime, retry_nanos = null
                                 where account = :account
                                """)
                        .param("end", Database.time(last.ended()))
                        .param("machine", last.uptime().machine())
                        .param("uptime", last.uptime().nanos())
                        .param("account", account),
                "pace of account " + account);
    }

    /** The wait that the service asked for when it answered last; it may be over. */
    public Optional<RetryAfter> retryAfter(String account) {
        return database.sql(
                        """
                        select retry_nanos, retry_machine, retry_uptime from pace
                         where account = :account and retry_nanos is not null
                        """)
                .param("account", account)
                .query(
                        (row, number) ->
                                new RetryAfter(
                                        Duration.ofNanos(row.getLong("retry_nanos")),
                                        Uptime.read(row, "retry_machine", "retry_uptime")))
                .optional();
    }

    public void retryAfter(String account, RetryAfter wait) {
        addLine(account);
        Database.one(
                database.sql(
                                """
                                update pace set retry_nanos = :asked, retry_machine = :machine, retry_uptime = :until
                                 where account = :account
                                """)
                        .param("asked", wait.asked().toNanos())
                        .param("machine", wait.until().machine())
                        .param("until", wait.until().nanos())
                        .param("account", account),
                "pace of account " + account);
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
