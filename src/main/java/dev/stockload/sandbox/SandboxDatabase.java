package dev.stockload.sandbox;

import org.h2.api.ErrorCode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The database of the sandbox: one H2 connection, one transaction at a time. */
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

    private final SingleConnectionDataSource source;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;

    /** The database in a folder, locked until it is closed; in memory if the folder is null. */
    SandboxDatabase(Path folder) {
        try {
            String url = folder == null ? "jdbc:h2:mem:" : url(folder);
            source = new SingleConnectionDataSource(connect(url), true);
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
        jdbc = new JdbcTemplate(source);
        transaction = new TransactionTemplate(new JdbcTransactionManager(source));
    }

    private static String url(Path folder) throws IOException {
        Path absolute = folder.toAbsolutePath().normalize();
        if (absolute.toString().contains(";")) {
            throw new UnusableSandboxException(
                    "The sandbox cannot keep its data in %s: its database does not allow ; in a path"
                            .formatted(folder));
        }
        Files.createDirectories(folder);
        // The operating system releases its lock when a process is killed, while H2's lock file
        // would have to expire. Without a write delay, a kill loses nothing that was answered.
        return "jdbc:h2:file:%s;OPEN_NEW=TRUE;FILE_LOCK=FS;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0"
                .formatted(absolute.resolve("sandbox"));
    }

    private static Connection connect(String url) throws SQLException {
        Connection connection = DriverManager.getConnection(url, "sandbox", "");
        try (Statement statement = connection.createStatement()) {
            statement.execute(SCHEMA);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Runs work in a transaction; the methods below are called within one. */
    synchronized <T> T transaction(Supplier<T> work) {
        return transaction.execute(status -> work.get());
    }

    <T> List<T> list(String sql, RowMapper<T> reader, Object... values) {
        return jdbc.query(sql, reader, values);
    }

    <T> Optional<T> one(String sql, RowMapper<T> reader, Object... values) {
        return list(sql, reader, values).stream().findFirst();
    }

    int count(String from, Object... values) {
        return jdbc.queryForObject("select count(*) from " + from, Integer.class, values);
    }

    int update(String sql, Object... values) {
        return jdbc.update(sql, values);
    }

    /** Runs a statement for each row of values; returns how many table rows each changed. */
    int[] batch(String sql, List<Object[]> rows) {
        return jdbc.batchUpdate(sql, rows);
    }

    @Override
    public synchronized void close() {
        source.destroy();
    }
}
