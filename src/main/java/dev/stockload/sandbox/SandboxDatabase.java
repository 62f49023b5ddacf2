package dev.stockload.sandbox;

import org.h2.api.ErrorCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** Makes a value of the row at hand. */
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private interface Work<T> {
        T on(PreparedStatement statement) throws SQLException;
    }

    private final Connection connection;

    /** The database of a folder, kept from others until it is closed; in memory without one. */
    SandboxDatabase(Path folder) {
        try {
            connection = connect(folder == null ? "jdbc:h2:mem:" : url(folder));
        } catch (SQLException e) {
            String said =
                    e.getErrorCode() == ErrorCode.DATABASE_ALREADY_OPEN_1
                            ? "Another sandbox is running with the data in %s. Stop it first, or"
                                    + " choose another folder"
                            : "The sandbox cannot use its data in %s (%s). Delete the folder to"
                                    + " start afresh";
            throw new UnusableSandboxException(
                    said.formatted(folder == null ? "memory" : folder, e.getMessage()), e);
        } catch (IOException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot write to its folder %s (%s)".formatted(folder, e), e);
        }
    }

    private static String url(Path folder) throws IOException {
        Path absolute = folder.toAbsolutePath().normalize();
        if (absolute.toString().contains(";")) {
            throw new UnusableSandboxException(
                    "The sandbox cannot keep its data in %s: its database does not allow ; in a path"
                            .formatted(folder));
        }
        Files.createDirectories(folder);
        // The system drops its own lock when a process is killed; H2's lock file would have to
        // grow old first. Without the delay a kill loses nothing that was answered.
        return "jdbc:h2:file:%s;OPEN_NEW=TRUE;FILE_LOCK=FS;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0"
                .formatted(absolute.resolve("sandbox"));
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
}
