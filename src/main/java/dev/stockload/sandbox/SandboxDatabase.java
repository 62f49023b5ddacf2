package dev.stockload.sandbox;

import org.h2.api.ErrorCode;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** The memory of the sandbox: one H2 connection, one transaction at a time. */
final class SandboxDatabase implements AutoCloseable {
    private static final String SCHEMA =
            """
            create table if not exists product (
                id int primary key,
                art_no varchar not null,
                title varchar not null,
                description varchar not null,
                price decimal(10, 2) not null,
                images varchar array not null,
                category_ids varchar,
                category_names varchar,
                attribute_names varchar array not null,
                attribute_values varchar array not null,
                colours varchar array not null,
                sizes varchar array not null,
                video varchar not null);
            create table if not exists stock_entry (
                id bigint generated always as identity primary key,
                guid char(32) not null unique,
                product int not null references product,
                colour varchar not null,
                size varchar not null,
                stock int not null,
                bar_code varchar);
            create table if not exists pace (
                one int primary key check (one = 1),
                ended timestamp(3) with time zone not null);
            create table if not exists fetched (
                product int not null,
                at timestamp(3) with time zone not null);
            create index if not exists fetched_at on fetched (at);
            create table if not exists published (product int primary key);
            """;

    /** What happens within one transaction. */
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private final SandboxLock lock;
    private final Connection connection;

    private SandboxDatabase(SandboxLock lock, Connection connection) {
        this.lock = lock;
        this.connection = connection;
    }

    static SandboxDatabase inMemory() {
        try {
            return new SandboxDatabase(SandboxLock.NONE, connect("jdbc:h2:mem:"));
        } catch (SQLException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot start its database (%s)".formatted(e.getMessage()), e);
        }
    }

    static SandboxDatabase in(Path folder) {
        SandboxLock lock = SandboxLock.take(folder);
        try {
            // The system drops its own lock when a process is killed; H2's lock file would have to
            // grow old first. Without the delay a kill loses nothing that was answered.
            String url =
                    "jdbc:h2:file:%s;FILE_LOCK=FS;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0"
                            .formatted(lock.folder().resolve("sandbox"));
            return new SandboxDatabase(lock, connect(url));
        } catch (SQLException e) {
            lock.close();
            if (e.getErrorCode() == ErrorCode.DATABASE_ALREADY_OPEN_1) {
                throw SandboxLock.taken(folder);
            }
            throw new UnusableSandboxException(
                    "The sandbox cannot use its data in %s (%s). Delete the folder to start afresh"
                            .formatted(folder, e.getMessage()),
                    e);
        }
    }

    synchronized <T> T transaction(Work<T> work) {
        try {
            boolean done = false;
            try {
                T result = work.on(connection);
                connection.commit();
                done = true;
                return result;
            } finally {
                if (!done) {
                    connection.rollback();
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() {
        try (lock) {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static Connection connect(String url) throws SQLException {
        Connection connection = DriverManager.getConnection(url, "sandbox", "");
        try (Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(SCHEMA);
            connection.commit();
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }
}
