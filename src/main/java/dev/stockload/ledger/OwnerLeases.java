package dev.stockload.ledger;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The processes that work on the ledger, and whether one is alive. Where several share it, each has
 * a lease that it renews by the clock of the database; whoever takes over from one whose lease has
 * run out takes it away first, so that it cannot come back. A file has one process, which is us.
 */
public final class OwnerLeases {
    /** How long a process may act after it has shown that it lives. */
    public static final Duration LEASE = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(OwnerLeases.class);
    private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(4);

    private final Database database;
    private final LedgerClock clock;
    private final LedgerAddress address;

    /** Whether no other process can have the database open. */
    private final boolean alone;

    private volatile String name;
    private Thread renewal;

    OwnerLeases(Database database, LedgerClock clock, LedgerAddress address) {
        this.database = database;
        this.clock = clock;
        this.address = address;
        this.alone = address.isFile();
    }

    /**
     * Makes this process known until the ledger is closed.
     *
     * @param place where it works
     * @param lost what to do when others may take us for dead
     * @return the name by which the others know it
     */
    public synchronized String enter(String place, Runnable lost) {
        String unique = enter(place);
        if (!alone) {
            renewal = new Thread(() -> renew(lost), "ledger-owner");
            renewal.setDaemon(true);
            renewal.start();
        }
        return unique;
    }

    /** Makes this process known; whoever asks renews its lease himself. */
    public synchronized String enter(String place) {
        name =
                "%s (process %d, %s-%s)"
                        .formatted(
                                place,
                                ProcessHandle.current().pid(),
                                Machine.NAME,
                                UUID.randomUUID().toString().substring(0, 8));
        if (!alone) {
            Database.one(
                    database.sql("insert into process (name, until) values (:name, :until)")
                            .param("name", name)
                            .param("until", Database.time(clock.instant().plus(LEASE))),
                    "process " + name);
        }
        return name;
    }

    /**
     * Renews the lease of this process.
     *
     * @return false where others have taken it for dead
     */
    public boolean renew() {
        return alone || renew(database, clock);
    }

    private boolean renew(Database through, LedgerClock now) {
        return through.sql("update process set until = :until where name = :name")
                        .param("until", Database.time(now.instant().plus(LEASE)))
                        .param("name", name)
                        .update()
                == 1;
    }

    /** A process that works on the ledger, other than this one; empty where there is none. */
    public Optional<String> anyAlive() {
        return alone
                ? Optional.empty()
                : database
                        .sql("select name from process where until > :now")
                        .param("now", Database.time(clock.instant()))
                        .query(String.class)
                        .list()
                        .stream()
                        .filter(other -> !Machine.hasEnded(other))
                        .findFirst();
    }

    /** Whether no other process can have the database open. */
    boolean isAlone() {
        return alone;
    }

    /** Whether a process of this name, ours or another, is at work. */
    public boolean isAtWork(String owner) {
        return owner.equals(name) || isAlive(owner);
    }

    /** Whether a process of this name, another than ours, is at work. */
    public boolean isAlive(String other) {
        return !alone
                && database.sql("select until from process where name = :name")
                        .param("name", other)
                        .query((row, number) -> Database.time(row, "until"))
                        .optional()
                        .filter(until -> until.isAfter(clock.instant()))
                        .isPresent()
                && !Machine.hasEnded(other);
    }

    /**
     * Takes away the right to act from a process whose lease has run out.
     *
     * @return whether it is dead to all from now on
     */
    public boolean fence(String other) {
        if (alone) {
            return true;
        }
        Instant over = Machine.hasEnded(other) ? clock.instant().plus(LEASE) : clock.instant();
        return database.inTransaction(
                () -> {
                    database.sql("delete from process where name = :name and until <= :over")
                            .param("name", other)
                            .param("over", Database.time(over))
                            .update();
                    return database.sql("select count(*) from process where name = :name")
                                    .param("name", other)
                                    .query(Integer.class)
                                    .single()
                            == 0;
                });
    }

    /** Whether a request of this process may still be under way although its run does not go on. */
    public boolean mayStillSend(String owner) {
        return owner.equals(name) || !alone && !Machine.hasEnded(owner);
    }

    synchronized void leave() {
        if (renewal != null) {
            renewal.interrupt();
            renewal = null;
        }
        if (name == null || alone) {
            return;
        }
        try {
            database.sql("delete from process where name = :name").param("name", name).update();
        } catch (RuntimeException e) {
            LOG.warn("The lease of this process was not released; it will expire", e);
        }
    }

    private void renew(Runnable lost) {
        long renewed = System.nanoTime();
        try (RenewalConnection connection = new RenewalConnection(address)) {
            while (true) {
                Thread.sleep(BETWEEN_RENEWALS.toMillis());
                long now = System.nanoTime();
                if (!renewOrTell(connection)) {
                    if (System.nanoTime() - renewed < LEASE.toNanos()) {
                        continue;
                    }
                    LOG.error("The lease of this process was lost");
                    lost.run();
                    return;
                }
                renewed = now;
            }
        } catch (InterruptedException e) {
            // We leave.
        }
    }

    private boolean renewOrTell(RenewalConnection connection) {
        try {
            Database own = connection.database();
            return renew(own, new LedgerClock(own, clock));
        } catch (RuntimeException e) {
            LOG.warn("The lease of this process could not be renewed", e);
            return false;
        }
    }
}
