package dev.stockload.ledger;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import org.flywaydb.core.Flyway;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

import java.util.Map;

import javax.sql.DataSource;

/**
 * The memory of Stockload: runs, their colours and problems, what was sent and what became of it.
 * All SQL of the program is behind this door.
 */
public final class Ledger implements AutoCloseable {
    private final HikariDataSource source;
    private final PlatformTransactionManager transactions;
    private final Runs runs;
    private final Staging staging;
    private final Colours colours;
    private final ProblemBook problems;
    private final Acknowledged acknowledged;
    private final Outbox outbox;
    private final PaceBook pace;

    private Ledger(HikariDataSource source, LedgerAddress address) {
        this.source = source;
        this.transactions = new JdbcTransactionManager(source);
        Database database = new Database(source, transactions, address.isH2());
        this.runs = new Runs(database);
        StagedBlocks staged = new StagedBlocks(database);
        this.colours = new Colours(database, staged);
        this.problems = new ProblemBook(database);
        this.staging = new Staging(database, runs, staged, colours, problems);
        this.acknowledged = new Acknowledged(database);
        this.pace = new PaceBook(database);
        this.outbox = new Outbox(database, runs, colours, problems, acknowledged);
    }

    /** Opens a database that a process of this version has opened before, only to look at it. */
    public static Ledger openToRead(LedgerAddress address) {
        return new Ledger(connect(address), address);
    }

    /** Opens the database and brings its tables up to date. */
    public static Ledger open(LedgerAddress address) {
        HikariDataSource source = connect(address);
        try {
            migrate(source, address);
            return new Ledger(source, address);
        } catch (RuntimeException e) {
            source.close();
            throw e;
        }
    }

    private static HikariDataSource connect(LedgerAddress address) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("ledger");
        config.setJdbcUrl(address.url());
        config.setUsername(address.user());
        config.setPassword(address.password());
        config.setMaximumPoolSize(6);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    private static void migrate(DataSource source, LedgerAddress address) {
        Flyway.configure()
                .dataSource(source)
                .locations("classpath:dev/stockload/ledger")
                .placeholders(
                        address.isH2()
                                ? Map.of("bytes", "varbinary(1048576)", "block", "blob")
                                : Map.of("bytes", "bytea", "block", "bytea"))
                // The job repository of Spring Batch may have been here first.
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load()
                .migrate();
    }

    public Runs runs() {
        return runs;
    }

    public Staging staging() {
        return staging;
    }

    public Colours colours() {
        return colours;
    }

    public ProblemBook problems() {
        return problems;
    }

    public Acknowledged acknowledged() {
        return acknowledged;
    }

    public Outbox outbox() {
        return outbox;
    }

    public PaceBook pace() {
        return pace;
    }

    /** The same database, for the job repository. */
    public DataSource dataSource() {
        return source;
    }

    public PlatformTransactionManager transactions() {
        return transactions;
    }

    @Override
    public void close() {
        source.close();
    }
}
