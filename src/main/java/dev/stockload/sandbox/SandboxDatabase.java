package dev.stockload.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The memory of the sandbox: one H2 connection, one transaction at a time. */
final class SandboxDatabase implements AutoCloseable {
    private static final String SCHEMA =
            """
            create table if not exists product (id int primary key);
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

    private static final String LOCK = "sandbox.lock";

    /** Makes a value of the row at hand. */
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private interface Work<T> {
        T on(PreparedStatement statement) throws SQLException;
    }

    private final Optional<FileChannel> lock;
    private final Connection connection;

    private SandboxDatabase(Optional<FileChannel> lock, Connection connection) {
        this.lock = lock;
        this.connection = connection;
    }

    static SandboxDatabase inMemory() {
        try {
            return new SandboxDatabase(Optional.empty(), connect("jdbc:h2:mem:"));
        } catch (SQLException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot start its database (%s)".formatted(e.getMessage()), e);
        }
    }

    /** The database of a folder, which it keeps for itself until it is closed. */
    static SandboxDatabase in(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        if (absolute.toString().contains(";")) {
            throw new UnusableSandboxException(
                    "The sandbox cannot keep its data in %s: its database does not allow ; in a path"
                            .formatted(folder));
        }
        FileChannel lock = lock(folder);
        try {
            // The system drops its own lock when a process is killed; H2's lock file would have to
            // grow old first. Without the delay a kill loses nothing that was answered.
            String url =
                    "jdbc:h2:file:%s;FILE_LOCK=FS;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0"
                            .formatted(absolute.resolve("sandbox"));
            return new SandboxDatabase(Optional.of(lock), connect(url));
        } catch (SQLException e) {
            free(lock);
            throw new UnusableSandboxException(
                    "The sandbox cannot use its data in %s (%s). Delete the folder to start afresh"
                            .formatted(folder, e.getMessage()),
                    e);
        }
    }

    /** All or nothing of what is done in it; the methods below are for use in here. */
    synchronized <T> T transaction(Supplier<T> work) {
        try {
            boolean done = false;
            try {
                T result = work.get();
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

    <T> List<T> list(String sql, RowReader<T> reader, Object... values) {
        return statement(
                sql,
                select -> {
                    set(select, values);
                    List<T> found = new ArrayList<>();
                    try (ResultSet rows = select.executeQuery()) {
                        while (rows.next()) {
                            found.add(reader.read(rows));
                        }
                    }
                    return found;
                });
    }

    <T> Optional<T> one(String sql, RowReader<T> reader, Object... values) {
        return list(sql, reader, values).stream().findFirst();
    }

    int update(String sql, Object... values) {
        return batch(sql, List.<Object[]>of(values))[0];
    }

    /** Does the same for each row of values; says how many rows of the table each changed. */
    int[] batch(String sql, List<Object[]> rows) {
        return statement(
                sql,
                update -> {
                    for (Object[] values : rows) {
                        set(update, values);
                        update.addBatch();
                    }
                    return update.executeBatch();
                });
    }

    @Override
    public synchronized void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } finally {
            lock.ifPresent(SandboxDatabase::free);
        }
    }

    private synchronized <T> T statement(String sql, Work<T> work) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            return work.on(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static void set(PreparedStatement statement, Object... values) throws SQLException {
        for (int n = 0; n < values.length; n++) {
            statement.setObject(n + 1, values[n]);
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

    /** One sandbox at a time; the system frees the folder even when the process is killed. */
    private static FileChannel lock(Path folder) {
        FileChannel channel = null;
        try {
            Files.createDirectories(folder);
            channel =
                    FileChannel.open(
                            folder.resolve(LOCK),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            if (channel.tryLock() != null) {
                channel.truncate(0);
                channel.write(StandardCharsets.US_ASCII.encode("" + ProcessHandle.current().pid()));
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Another sandbox of this process has it: the same as one of another process.
        } catch (IOException e) {
            free(channel);
            throw new UnusableSandboxException(
                    "The sandbox cannot write to its folder %s (%s)".formatted(folder, e), e);
        }
        free(channel);
        String owner;
        try {
            owner = " (process %s)".formatted(Files.readString(folder.resolve(LOCK)));
        } catch (IOException e) {
            owner = "";
        }
        throw new UnusableSandboxException(
                "Another sandbox%s is running with the data in %s. Stop it first, or choose another folder"
                        .formatted(owner, folder));
    }

    private static void free(FileChannel lock) {
        if (lock != null) {
            try {
                lock.close();
            } catch (IOException e) {
                throw new IllegalStateException("The lock of the sandbox's folder stays", e);
            }
        }
    }
}
