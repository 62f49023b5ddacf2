package dev.stockload.batch;

import dev.stockload.database.Database;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.Caller;
import dev.stockload.runs.OwnerLeases;
import dev.stockload.runs.Run;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock of an account: one thread of one process works for it at a time, among all processes
 * that share the ledger. The locks of a dead process are free. Details have a lock of their own
 * ({@link Run#lock}).
 */
public final class AccountTurn {
    private static final Logger LOG = LoggerFactory.getLogger(AccountTurn.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    /** Not a possible account name. */
    private static final String ALL_ACCOUNTS = "(all accounts)";

    private final ProcessContext process;
    private final Database database;
    private final OwnerLeases owners;

    /** The accounts that this process holds, and for which run. */
    private final Map<String, String> ours = new ConcurrentHashMap<>();

    /**
     * The result of asking for the lock.
     *
     * @param heldBy the other run or live process that holds it; empty if it is ours
     * @param afterAnother whether another process may have sent the last create just now
     */
    private record Turn(Optional<String> heldBy, boolean afterAnother) {}

    private record Row(String holder, String lastHolder) {}

    public AccountTurn(ProcessContext process) {
        this.process = process;
        this.database = process.ledger().database();
        this.owners = process.ledger().owners();
    }

    /** Waits for the lock; returns whether another process, with another clock, had it last. */
    public boolean take(String lock, Caller caller) {
        Turn turn = ask(lock);
        if (turn.heldBy().isPresent() && !caller.waits()) {
            throw new RunFailedException(
                    "Account %s is in use: %s is %s. Without --no-wait, this command waits for its turn"
                            .formatted(Run.accountOf(lock), turn.heldBy().get(), work(lock)));
        }
        turn.heldBy()
                .map(
                        holder ->
                                "Waiting for %s, which is %s for account %s"
                                        .formatted(holder, work(lock), Run.accountOf(lock)))
                .ifPresent(caller.listener()::notice);
        while (turn.heldBy().isPresent()) {
            process.time().rest(BETWEEN_LOOKS, caller.stop());
            if (caller.stop().isAsked()) {
                throw new RunFailedException("Stopped while waiting; nothing was done");
            }
            turn = ask(lock);
        }
        return turn.afterAnother();
    }

    private static String work(String lock) {
        return Run.accountOf(lock).equals(lock) ? "sending" : "fetching details";
    }

    public boolean takeIfFree(String lock) {
        return takeIfFree(lock, () -> {});
    }

    /** {@code afterAnother} is run if another process, with another clock, had it last. */
    public boolean takeIfFree(String lock, Runnable afterAnother) {
        Turn turn = ask(lock);
        if (turn.afterAnother()) {
            afterAnother.run();
        }
        return turn.heldBy().isEmpty();
    }

    public void release(String lock) {
        try {
            database.sql(
                            """
                            update pace set holder = null, last_holder = :owner
                             where account = :account and holder = :owner
                            """)
                    .param("owner", process.owner())
                    .param("account", lock)
                    .update();
        } catch (RuntimeException e) {
            // The lock is free when this process ends. What went wrong before matters more.
            LOG.warn("The lock of account {} was not released", lock, e);
        } finally {
            ours.remove(lock);
        }
    }

    public void works(String lock, String run) {
        ours.put(lock, run);
    }

    private Turn ask(String lock) {
        String here = ours.putIfAbsent(lock, "another run");
        if (here != null) {
            return new Turn(Optional.of(here), false);
        }
        boolean taken = false;
        try {
            Turn turn = askOthers(lock);
            taken = turn.heldBy().isEmpty();
            return turn;
        } finally {
            if (!taken) {
                ours.remove(lock);
            }
        }
    }

    private Turn askOthers(String lock) {
        addRow(database, lock);
        return database.inTransaction(
                () -> {
                    Row row = lockRow(database, lock);
                    boolean other = row.holder() != null && !row.holder().equals(process.owner());
                    if (other && !owners.fence(row.holder())) {
                        return new Turn(Optional.of(row.holder()), false);
                    }
                    Database.one(
                            database.sql("update pace set holder = :owner where account = :account")
                                    .param("owner", process.owner())
                                    .param("account", lock),
                            "turn of account " + lock);
                    String last = other ? row.holder() : row.lastHolder();
                    return new Turn(
                            Optional.empty(), last != null && !last.equals(process.owner()));
                });
    }

    /** Runs work that only one process may do at a time. */
    public static void alone(Database database, Runnable work) {
        addRow(database, ALL_ACCOUNTS);
        database.inTransaction(
                () -> {
                    lockRow(database, ALL_ACCOUNTS);
                    work.run();
                });
    }

    /** Whether this process has the lock still, and keeps it until the transaction ends. */
    public static boolean isHeld(String lock, ProcessContext process) {
        return process.owner().equals(lockRow(process.ledger().database(), lock).holder());
    }

    private static Row lockRow(Database database, String lock) {
        return database.sql(
                        """
                        select holder, last_holder as lastHolder from pace
                         where account = :account for update
                        """)
                .param("account", lock)
                .query(Row.class)
                .single();
    }

    private static void addRow(Database database, String lock) {
        try {
            database.sql(
                            """
                            insert into pace (account) select :account
                             where not exists (select 1 from pace where account = :account)
                            """)
                    .param("account", lock)
                    .update();
        } catch (DuplicateKeyException e) {
            // Another process added the row.
        }
    }
}
