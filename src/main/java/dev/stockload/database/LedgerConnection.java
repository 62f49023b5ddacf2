package dev.stockload.database;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

/** Connects to the database of a ledger, and brings its tables up to date. */
public final class LedgerConnection {
    /** For H2 in this process. It is hardly ever out of reach: a long wait means many users. */
    private static final Duration LONGEST_QUEUE = Duration.ofMinutes(2);

    /** For H2 lent by another process, which answers at once or not at all. */
    private static final Duration LONGEST_LOAN = Duration.ofSeconds(10);

    /** The migrations with the checksums that Flyway gives them. */
    static final List<String> MIGRATIONS = List.of("1 704999389", "2 0");

    private LedgerConnection() {}

    /** Opens a single connection for a short look; a pool would take longer to start. */
    public static SingleConnectionDataSource one(LedgerAddress address) {
        StateFolder.check(address);
        SingleConnectionDataSource source =
                new SingleConnectionDataSource(
                        address.driverUrl(), address.user(), address.password(), true);
        try {
            source.initConnection();
            return source;
        } catch (SQLException e) {
            throw unusable(address, e);
        }
    }

    public static HikariDataSource connect(LedgerAddress address) {
        HikariDataSource pool = pool(address, "ledger", address.isH2() ? 6 : 12);
        try {
            pool.getConnection().close();
            return pool;
        } catch (SQLException e) {
            pool.close();
            throw unusable(address, e);
        } catch (HikariPool.PoolInitializationException e) {
            throw unusable(address, e.getCause() == null ? e : e.getCause());
        } catch (RuntimeException e) {
            // The driver's message would repeat the URL, including any password.
            throw new UnusableLedgerException(
                    "The database %s cannot be used: it is no address that its driver knows. One looks like jdbc:postgresql://HOST/NAME"
                            .formatted(address),
                    null);
        }
    }

    /** A pool that connects when it is first used. */
    public static HikariDataSource pool(LedgerAddress address, String name, int most) {
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName(name);
        pool.setJdbcUrl(address.driverUrl());
        pool.setUsername(address.user());
        pool.setPassword(address.password());
        pool.setMaximumPoolSize(most);
        pool.setMinimumIdle(1);
        if (address.isH2()) {
            Duration longest = address.isLent() ? LONGEST_LOAN : LONGEST_QUEUE;
            pool.setConnectionTimeout(longest.toMillis());
        } else {
            // How long PostgreSQL may be silent, in seconds, unless its URL says so itself. Our
            // longest statement sends a few megabytes and locks are held for moments: a minute
            // without a byte means that the server or the network is gone.
            pool.addDataSourceProperty("connectTimeout", "10");
            pool.addDataSourceProperty("loginTimeout", "15");
            pool.addDataSourceProperty("socketTimeout", "60");
            pool.addDataSourceProperty("tcpKeepAlive", "true");
        }
        return pool;
    }

    public static HikariDataSource open(LedgerAddress address) {
        if (address.isFile() && !address.isThere()) {
            StateFolder.check(address);
            replaceFile(address, false);
        }
        HikariDataSource source = connect(address);
        try {
            if (isUpToDate(source, address)) {
                return source;
            }
            if (!address.isFile()) {
                flyway(source, address).migrate();
                return source;
            }
        } catch (RuntimeException e) {
            source.close();
            throw e;
        }
        source.close();
        replaceFile(address, true);
        return connect(address);
    }

    /**
     * Makes an H2 file with all tables in a separate folder and moves it to its place: H2 alters a
     * table in several steps by copying it, and a kill between two of them would leave a file that
     * never works again.
     *
     * @param copied whether to migrate a copy of the existing file instead of a new one
     */
    private static void replaceFile(LedgerAddress address, boolean copied) {
        Path file = Path.of(address.path() + ".mv.db");
        Path workFolder = address.folder().resolve("stockload.making");
        Path made = workFolder.resolve(StateFolder.LEDGER);
        try {
            // Left by a process that was killed here.
            FileSystemUtils.deleteRecursively(workFolder);
            Files.createDirectories(workFolder);
            if (copied) {
                Files.copy(file, made);
            }
            LedgerAddress there = LedgerAddress.inFolder(workFolder);
            try (HikariDataSource source = connect(there)) {
                flyway(source, there).migrate();
                // The pool closes its connections in the background, and the file is opened next.
                JdbcClient.create(source).sql("shutdown").update();
            }
            StateFolder.move(made, file);
            FileSystemUtils.deleteRecursively(workFolder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Whether all tables are there. A file has some of them at least, since it is moved into place
     * with all.
     *
     * @throws UnusableLedgerException if another version created the tables; they are not changed
     */
    private static boolean isUpToDate(DataSource source, LedgerAddress address) {
        if (hasAllMigrations(source)) {
            return true;
        }
        MigrationInfoService tables = flyway(source, address).info();
        boolean complete = tables.pending().length == 0;
        boolean ours =
                Arrays.stream(tables.applied())
                        .allMatch(
                                each -> each.getState().isResolved() && each.isChecksumMatching());
        if (address.isLent() && !(ours && complete)) {
            throw new UnusableLedgerException(
                    "stockload serve is of another version than this command: start it again",
                    null);
        }
        if (!ours || address.isFile() && tables.current() == null) {
            throw new UnusableLedgerException(
                    "%s was made by another version of Stockload, which this one cannot read. Nothing in it was changed: use that version, or begin with an empty %s"
                            .formatted(
                                    address,
                                    address.isFile() ? "data folder (STOCKLOAD_DATA)" : "database"),
                    null);
        }
        return complete;
    }

    /** Asks without Flyway, whose start is a tenth of that of a command. */
    private static boolean hasAllMigrations(DataSource source) {
        try {
            return JdbcClient.create(source)
                    .sql(
                            """
                            select "version" || ' ' || "checksum"
                                   || case when "success" then '' else ' failed' end
                              from "flyway_schema_history"
                             where "version" is not null order by "installed_rank"
                            """)
                    .query(String.class)
                    .list()
                    .equals(MIGRATIONS);
        } catch (DataAccessException e) {
            return false;
        }
    }

    private static Flyway flyway(DataSource source, LedgerAddress address) {
        FluentConfiguration flyway = Flyway.configure();
        if (address.isH2()) {
            flyway.dataSource(source);
        } else {
            // Changing a large table may take longer than the time-outs of daily use allow.
            flyway.dataSource(address.driverUrl(), address.user(), address.password());
        }
        return flyway.placeholders(
                        address.isH2()
                                ? Map.of("bytes", "varbinary(1048576)", "block", "blob")
                                : Map.of("bytes", "bytea", "block", "bytea"))
                .javaMigrations(new BatchTables())
                .load();
    }

    private static UnusableLedgerException unusable(LedgerAddress address, Throwable cause) {
        return new UnusableLedgerException(
                "The database %s cannot be used: %s"
                        .formatted(
                                address,
                                address.hiddenIn(String.valueOf(cause.getMessage())).strip()),
                cause);
    }
}
