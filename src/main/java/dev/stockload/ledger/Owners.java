package dev.stockload.ledger;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

import javax.sql.DataSource;

/**
 * The processes that work on the ledger, and whether one is alive. On PostgreSQL each holds a lock
 * of the server's for as long as its connection lives; a file has one process, which is us.
 */
public final class Owners {
    private static final Logger LOG = LoggerFactory.getLogger(Owners.class);
    private static final long LOOK_MILLIS = 2_000;
    private static final int ANSWER_SECONDS = 5;

    private final DataSource source;
    private final Database database;
    private Thread watch;
    private Connection held;

    Owners(DataSource source, Database database) {
        this.source = source;
        this.database = database;
    }

    /**
     * Makes this process known until the ledger is closed.
     *
     * @param name where it works
     * @param lost what to do when others have to take us for dead
     * @return the name by which the others know it
     */
    public synchronized String enter(String name, Runnable lost) {
        String unique = enter(name);
        if (held != null) {
            Connection ours = held;
            watch = new Thread(() -> watch(ours, lost), "ledger-owner");
            watch.setDaemon(true);
            watch.start();
        }
        return unique;
    }

    /** Makes this process known; whoever asks sees for himself that the connection lives. */
    public synchronized String enter(String name) {
        if (database.isH2()) {
            return name;
        }
        String unique =
                "%s (process %d, %s)"
                        .formatted(
                                name,
                                ProcessHandle.current().pid(),
                                UUID.randomUUID().toString().substring(0, 8));
        try {
            held = source.getConnection();
            try (Statement statement = held.createStatement()) {
                // The server notices within half a minute that our host is gone.
                statement.execute("set tcp_keepalives_idle = 10");
                statement.execute("set tcp_keepalives_interval = 5");
                statement.execute("set tcp_keepalives_count = 3");
            }
            lock(held, "select pg_advisory_lock(?)", unique);
        } catch (SQLException e) {
            throw new IllegalStateException("This process cannot be made known: " + name, e);
        }
        return unique;
    }

    /** Whether another process of this name is at work. */
    public boolean isAlive(String name) {
        return !database.isH2()
                && !database.inTransaction(
                        () ->
                                database.sql("select pg_try_advisory_xact_lock(:key)")
                                        .param("key", key(name))
                                        .query(Boolean.class)
                                        .single());
    }

    synchronized void leave() {
        if (held == null) {
            return;
        }
        if (watch != null) {
            watch.interrupt();
        }
        try (Connection ours = held;
                Statement statement = ours.createStatement()) {
            statement.execute("select pg_advisory_unlock_all()");
        } catch (SQLException e) {
            LOG.warn("The connection that shows this process was not closed", e);
        }
        held = null;
    }

    private static void watch(Connection ours, Runnable lost) {
        try {
            while (ours.isValid(ANSWER_SECONDS)) {
                Thread.sleep(LOOK_MILLIS);
            }
            LOG.error("The connection that shows others that this process is alive was lost");
            lost.run();
        } catch (InterruptedException e) {
            // We leave.
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void lock(Connection connection, String sql, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, key(name));
            try (ResultSet none = statement.executeQuery()) {
                none.next();
            }
        }
    }

    private static long key(String name) {
        return Keys.of("owner " + name);
    }
}
