package dev.stockload.runs;

import com.zaxxer.hikari.HikariDataSource;

import dev.stockload.database.Database;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.LedgerConnection;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The processes that work on the ledger, and which of them are alive. Each renews a lease by the
 * clock of the database. A process that takes over from one with an expired lease deletes that
 * lease first, so that the old process cannot come back. An H2 file has one holder at a time, which
 * may lend it to guests: to a holder, every earlier holder is dead.
 */
public final class OwnerLeases {
    /** How long a process may act after it renewed its lease. */
    public static final Duration LEASE = Duration.ofSeconds(30);

    /** Prefix for the names of processes that work on a lent file. */
    private static final String GUEST = "a command in ";

    /** Finds the process id and the machine in the name of a process. */
    private static final Pattern NAME =
            Pattern.compile(".* \\(process (\\d+), ([0-9a-f]{8})-[0-9a-f]{8}\\)");

    private static final String MACHINE = machine();

    private static final Logger LOG = LoggerFactory.getLogger(OwnerLeases.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
    private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(4);

    private final Database database;
    private final InstantSource clock;
    private final LedgerAddress address;

    private volatile String name;
    private volatile Duration clockOffset = Duration.ZERO;
    private volatile Consumer<String> onStopRequest = run -> {};
    private final StopSignal leaving = new StopSignal();

    public OwnerLeases(Database database, InstantSource clock, LedgerAddress address) {
        this.database = database;
        this.clock = clock;
        this.address = address;
    }

    /**
     * Registers this process and renews its lease; returns its name for others. {@code lost} runs
     * when the lease is lost and others may take us for dead.
     */
    public synchronized String enter(String place, Runnable lost) {
        String unique = enter(place);
        new DaemonThreads("ledger-owner").newThread(() -> renew(lost)).start();
        return unique;
    }

    /** Registers this process; the caller renews its lease. */
    public synchronized String enter(String place) {
        name =
                "%s%s (process %d, %s-%s)"
                        .formatted(
                                address.isLent() ? GUEST : "",
                                place,
                                ProcessHandle.current().pid(),
                                MACHINE,
                                UUID.randomUUID().toString().substring(0, 8));
        Database.one(
                database.sql("insert into process (name, until) values (:name, :until)")
                        .param("name", name)
                        .param("until", Database.time(measured(database).plus(LEASE))),
                "process " + name);
        return name;
    }

    /** Hears what others ask to stop, and renews; false if another process deleted the lease. */
    public boolean renew() {
        return renew(database);
    }

    /** The time of the database, by this clock and how far it was off at the last renewal. */
    public Instant now() {
        return clock.instant().plus(clockOffset);
    }

    private Instant measured(Database connected) {
        Instant now = connected.now(clock);
        clockOffset = connected.isH2() ? Duration.ZERO : Duration.between(clock.instant(), now);
        return now;
    }

    private boolean renew(Database connected) {
        hearStopRequests(connected);
        return connected
                        .sql("update process set until = :until where name = :name")
                        .param("until", Database.time(measured(connected).plus(LEASE)))
                        .param("name", name)
                        .update()
                == 1;
    }

    public Optional<String> anyAlive() {
        return alive().filter(other -> !other.equals(name)).findFirst();
    }

    public boolean isAlive(String other) {
        return alive().anyMatch(other::equals);
    }

    /** Whether the process whose name ends so is dead to all. */
    public boolean isDead(String endOfName) {
        return !name.endsWith(endOfName) && alive().noneMatch(each -> each.endsWith(endOfName));
    }

    Stream<String> alive() {
        return database
                .sql("select name from process where until > :now")
                .param("now", Database.time(database.now(clock)))
                .query(String.class)
                .list()
                .stream()
                .filter(each -> !hasEnded(each));
    }

    public void awaitOthers(Duration patience) {
        long from = System.nanoTime();
        try {
            while (anyAlive().isPresent() && System.nanoTime() - from < patience.toNanos()) {
                Time.real().rest(BETWEEN_LOOKS, new StopSignal());
            }
            anyAlive().ifPresent(other -> LOG.warn("{} did not end in time", other));
        } catch (RuntimeException e) {
            LOG.warn("Could not check whether other processes have ended", e);
        }
    }

    public String name() {
        return name;
    }

    public void whenAskedToStop(Consumer<String> stop) {
        onStopRequest = stop;
    }

    /** Asks the process that works on a run to stop it; returns whether there is one. */
    public boolean askToStop(String owner, String run) {
        try {
            return database.sql(
                                    """
                                    insert into stop_request (process, run)
                                    select name, :run from process where name = :owner
                                    """)
                            .param("run", run)
                            .param("owner", owner)
                            .update()
                    == 1;
        } catch (DuplicateKeyException e) {
            return true; // it was asked already
        }
    }

    private void hearStopRequests(Database connected) {
        for (String run :
                connected
                        .sql("select run from stop_request where process = :name")
                        .param("name", name)
                        .query(String.class)
                        .list()) {
            connected
                    .sql("delete from stop_request where process = :name and run = :run")
                    .param("name", name)
                    .param("run", run)
                    .update();
            onStopRequest.accept(run);
        }
    }

    /** Identifies this machine since its last boot, and the id namespace of this process. */
    private static String machine() {
        String unique;
        try {
            // Containers on one machine may have process ids of their own.
            unique =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                            + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            // Unknown: each process then counts as a machine of its own.
            unique = UUID.randomUUID().toString();
        }
        byte[] bytes = unique.getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(bytes).toString().substring(0, 8);
    }

    private boolean hasEnded(String other) {
        Matcher parts = NAME.matcher(other);
        boolean endedHere =
                parts.matches()
                        && parts.group(2).equals(MACHINE)
                        && ProcessHandle.of(Long.parseLong(parts.group(1)))
                                .filter(ProcessHandle::isAlive)
                                .isEmpty();
        return endedHere || address.isFile() && !other.startsWith(GUEST) && !other.equals(name);
    }

    /** Deletes an expired lease; returns whether the process is dead to all from now on. */
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
                            .param("now", Database.time(database.now(clock)))
                            .update();
                    return database.sql("select count(*) from process where name = :name")
                                    .param("name", other)
                                    .query(Integer.class)
                                    .single()
                            == 0;
                });
    }

    /** Whether a request of this process may still be in flight although its run is not running. */
    public boolean mayStillSend(String owner) {
        return owner.equals(name) || !hasEnded(owner);
    }

    public synchronized void leave() {
        leaving.ask();
        if (name == null) {
            return;
        }
        try {
            database.sql("delete from process where name = :name").param("name", name).update();
        } catch (RuntimeException e) {
            LOG.warn("The lease of this process was not released; it will expire", e);
        }
    }

    /**
     * Renews the lease by a connection of its own: with hundreds of runs, the pool of the ledger
     * may be exhausted for longer than a lease lasts.
     */
    private void renew(Runnable lost) {
        long renewed = System.nanoTime();
        try (HikariDataSource source = LedgerConnection.lease(address)) {
            Database own = new Database(source, address.isH2());
            Time.real().rest(BETWEEN_RENEWALS, leaving);
            while (!leaving.isAsked()) {
                long now = System.nanoTime();
                if (renewOrWarn(own)) {
                    renewed = now;
                } else if (System.nanoTime() - renewed >= LEASE.toNanos()) {
                    LOG.error("The lease of this process was lost");
                    lost.run();
                    return;
                }
                Time.real().rest(BETWEEN_RENEWALS, leaving);
            }
        }
    }

    private boolean renewOrWarn(Database own) {
        try {
            return renew(own);
        } catch (RuntimeException e) {
            LOG.warn("The lease of this process could not be renewed", e);
            return false;
        }
    }
}
