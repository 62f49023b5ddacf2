package dev.stockload.runs.lock;

import dev.stockload.database.Database;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.LedgerClock;
import dev.stockload.database.Machine;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The processes that work on the ledger, and whether one is alive. Each has a lease that it renews
 * by the clock of the database; whoever takes over from one whose lease has run out takes it away
 * first, so that it cannot come back. A file has one holder at a time, which may lend it to guests:
 * to a holder, every earlier holder is dead.
 */
public final class OwnerLeases {
    /** How long a process may act after it has shown that it lives. */
    public static final Duration LEASE = Duration.ofSeconds(30);

    /** How the names of those begin to whom the file was lent. */
    private static final String GUEST = "a command in ";

    private static final Logger LOG = LoggerFactory.getLogger(OwnerLeases.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
    private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(4);

    private final Database database;
    private final LedgerClock clock;
    private final LedgerAddress address;

    private volatile String name;
    private volatile Consumer<String> stops = run -> {};
    private Thread renewal;

    public OwnerLeases(Database database, LedgerClock clock, LedgerAddress address) {
        this.database = database;
        this.clock = clock;
        this.address = address;
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
        renewal = new Thread(() -> renew(lost), "ledger-owner");
        renewal.setDaemon(true);
        renewal.start();
        return unique;
    }

    /** Makes this process known; whoever asks renews its lease himself. */
    public synchronized String enter(String place) {
        name =
                "%s%s (process %d, %s-%s)"
                        .formatted(
                                address.isLent() ? GUEST : "",
                                place,
                                ProcessHandle.current().pid(),
                                Machine.NAME,
                                UUID.randomUUID().toString().substring(0, 8));
        Database.one(
                database.sql("insert into process (name, until) values (:name, :until)")
                        .param("name", name)
                        .param("until", Database.time(clock.instant().plus(LEASE))),
                "process " + name);
        return name;
    }

    /**
     * Renews the lease of this process.
     *
     * @return false where others have taken it for dead
     */
    public boolean renew() {
        return renew(database, clock);
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
        return database
                .sql("select name from process where until > :now")
                .param("now", Database.time(clock.instant()))
                .query(String.class)
                .list()
                .stream()
                .filter(other -> !other.equals(name) && !hasEnded(other))
                .findFirst();
    }

    /** Waits for all other processes to end, but not for ever. */
    public void awaitOthers(Duration patience) {
        long from = System.nanoTime();
        try {
            while (anyAlive().isPresent() && System.nanoTime() - from < patience.toNanos()) {
                Thread.sleep(BETWEEN_LOOKS.toMillis());
            }
            anyAlive().ifPresent(other -> LOG.warn("{} did not end in time", other));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("Whether other processes have ended is not known", e);
        }
    }

    /** The name by which the others know this process. */
    public String name() {
        return name;
    }

    /** What to do when another process wants a run of this one to be stopped. */
    public void whenAskedToStop(Consumer<String> stop) {
        stops = stop;
    }

    /** Asks the process that works on a run to stop it; whether there is one. */
    public boolean askToStop(String owner, String run) {
        return database.sql("update process set stop_run = :run where name = :owner")
                        .param("run", run)
                        .param("owner", owner)
                        .update()
                == 1;
    }

    private void hearStops(Database through) {
        through.sql("select stop_run from process where name = :name and stop_run is not null")
                .param("name", name)
                .query(String.class)
                .optional()
                .ifPresent(
                        run -> {
                            through.sql("update process set stop_run = null where name = :name")
                                    .param("name", name)
                                    .update();
                            stops.accept(run);
                        });
    }

    /** Whether another process has surely ended. */
    private boolean hasEnded(String other) {
        return Machine.hasEnded(other)
                || address.isFile() && !other.startsWith(GUEST) && !other.equals(name);
    }

    /** Whether a process of this name, another than ours, is at work. */
    public boolean isAlive(String other) {
        return database.sql("select until from process where name = :name")
                        .param("name", other)
                        .query((row, number) -> Database.time(row, "until"))
                        .optional()
                        .filter(until -> until.isAfter(clock.instant()))
                        .isPresent()
                && !hasEnded(other);
    }

    /**
     * Takes away the right to act from a process whose lease has run out.
     *
     * @return whether it is dead to all from now on
     */
    public boolean fence(String other) {
        return database.inTransaction(
                () -> {
                    database.sql(
                                    """
                                    delete from process
                                     where name = :name and (:ended or until <= :now)
                                    """)
                            .param("name", other)
                            .param("ended", hasEnded(other))
                            .param("now", Database.time(clock.instant()))
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
        return owner.equals(name) || !hasEnded(owner);
    }

    public synchronized void leave() {
        if (renewal != null) {
            renewal.interrupt();
            renewal = null;
        }
        if (name == null) {
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
            hearStops(own);
            return renew(own, new LedgerClock(own, clock));
        } catch (RuntimeException e) {
            LOG.warn("The lease of this process could not be renewed", e);
            return false;
        }
    }
}
