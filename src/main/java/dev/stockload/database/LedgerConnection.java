package dev.stockload.database;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;

import dev.stockload.stock.Refusal;

import org.apache.commons.lang3.exception.ExceptionUtils;
import org.h2.api.ErrorCode;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;

/** Connects to the database of a ledger. */
public final class LedgerConnection {
    /** For H2 in this process. It is hardly ever out of reach: a long wait means many users. */
    private static final Duration LONGEST_QUEUE = Duration.ofMinutes(2);

    /** For H2 lent by another process, which answers at once or not at all. */
    private static final Duration LONGEST_LOAN = Duration.ofSeconds(10);

    private static final String DAMAGED = String.valueOf(ErrorCode.FILE_CORRUPTED_1);
    private static final String NO_CONNECTION_LEFT = "53300";
    private static final String LEASE_SECONDS = "8";

    /**
     * How long PostgreSQL may be silent, in seconds, unless its URL says so itself. Statements and
     * locks take moments: whoever says nothing for longer is gone, and a command ends.
     */
    private static final Map<String, String> LONGEST_SILENCE =
            Map.of(
                    "connectTimeout", "10",
                    "loginTimeout", "15",
                    "socketTimeout", "45",
                    "tcpKeepAlive", "true");

    private LedgerConnection() {}

    /** Opens a single connection for a short look; a pool would take longer to start. */
    public static SingleConnectionDataSource one(LedgerAddress address) {
        StateFolder.check(address);
        SingleConnectionDataSource source =
                new SingleConnectionDataSource(
                        address.driverUrl(), address.user(), address.password(), true);
        if (!address.isH2()) {
            Properties silence = new Properties();
            silence.putAll(LONGEST_SILENCE);
            source.setConnectionProperties(silence);
        }
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
        } catch (SQLException | HikariPool.PoolInitializationException e) {
            pool.close();
            throw unusable(address, e);
        } catch (RuntimeException e) {
            // The driver's message would repeat the URL, including any password.
            throw Refusal.settings(
                    "The database %s cannot be used: it is no address that its driver knows. One looks like jdbc:postgresql://HOST/NAME"
                            .formatted(address));
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
            LONGEST_SILENCE.forEach(pool::addDataSourceProperty);
        }
        return pool;
    }

    /** For the lease of a process: a server that is silent for long must be noticed in time. */
    public static HikariDataSource lease(LedgerAddress address) {
        HikariDataSource pool = pool(address, "lease", 1);
        if (!address.isH2()) {
            pool.addDataSourceProperty("loginTimeout", LEASE_SECONDS);
            pool.addDataSourceProperty("socketTimeout", LEASE_SECONDS);
            pool.setConnectionTimeout(Duration.ofSeconds(Long.parseLong(LEASE_SECONDS)).toMillis());
        }
        return pool;
    }

    public static HikariDataSource open(LedgerAddress address) {
        StateFolder.check(address);
        if (address.isFile() && !address.isThere()) {
            replaceFile(address, false);
        }
        HikariDataSource source = connect(address);
        try {
            if (SchemaVersion.isCurrent(source, address)) {
                return source;
            }
            if (!address.isFile()) {
                SchemaVersion.flyway(source, address).migrate();
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
                SchemaVersion.flyway(source, there).migrate();
                // The pool closes its connections in the background, and the file is opened next.
                JdbcClient.create(source).sql("shutdown").update();
            }
            StateFolder.move(made, file);
            FileSystemUtils.deleteRecursively(workFolder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Refusal unusable(LedgerAddress address, Exception fault) {
        Throwable cause = fault.getCause() == null ? fault : fault.getCause();
        if (address.isFile() && hasState(fault, DAMAGED)) {
            return StateFolder.damaged(address);
        }
        String why = address.hiddenIn(String.valueOf(cause.getMessage())).strip();
        if (hasState(fault, NO_CONNECTION_LEFT)) {
            why += ". End other programs that use it, or raise its max_connections";
        }
        return Refusal.settings(
                "The database %s cannot be used: %s".formatted(address, why), cause);
    }

    private static boolean hasState(Throwable fault, String state) {
        return ExceptionUtils.stream(fault)
                .anyMatch(e -> e instanceof SQLException sql && state.equals(sql.getSQLState()));
    }
}
