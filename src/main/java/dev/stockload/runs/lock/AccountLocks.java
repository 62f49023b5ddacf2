package dev.stockload.runs.lock;

import dev.stockload.database.Database;

import org.springframework.dao.DuplicateKeyException;

import java.util.Optional;

/** Which process works for an account, for all processes that share the ledger. */
public record AccountLocks(Database database, OwnerLeases owners) {
    /** Not a possible account name. */
    private static final String ALL_ACCOUNTS = "(all accounts)";

    /**
     * The result of asking for the lock.
     *
     * @param heldBy the other live process that holds it; empty if it is ours
     * @param afterAnother whether another process may have sent the last create just now
     */
    public record Turn(Optional<String> heldBy, boolean afterAnother) {}

    private record Row(String holder, String lastHolder) {}

    /** Takes the right to send for an account, until it is released or its holder is dead. */
    public Turn take(String account, String owner) {
        addRow(account);
        return database.inTransaction(
                () -> {
                    Row row = lockRow(account);
                    boolean other = row.holder() != null && !row.holder().equals(owner);
                    if (other && !owners.fence(row.holder())) {
                        return new Turn(Optional.of(row.holder()), false);
                    }
                    hold(account, owner);
                    String last = other ? row.holder() : row.lastHolder();
                    return new Turn(Optional.empty(), last != null && !last.equals(owner));
                });
    }

    /** Runs work that only one process may do at a time. */
    public void alone(Runnable work) {
        addRow(ALL_ACCOUNTS);
        database.inTransaction(
                () -> {
                    lockRow(ALL_ACCOUNTS);
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

    private Row lockRow(String account) {
        return database.sql(
                        """
                        select holder, last_holder as lastHolder from pace
                         where account = :account for update
                        """)
                .param("account", account)
                .query(Row.class)
                .single();
    }

    private void hold(String account, String owner) {
        Database.one(
                database.sql("update pace set holder = :owner where account = :account")
                        .param("owner", owner)
                        .param("account", account),
                "turn of account " + account);
    }

    private void addRow(String account) {
        try {
            database.sql(
                            """
                            insert into pace (account) select :account
                             where not exists (select 1 from pace where account = :account)
                            """)
                    .param("account", account)
                    .update();
        } catch (DuplicateKeyException e) {
            // Another process added the row.
        }
    }
}
