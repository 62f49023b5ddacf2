package dev.stockload.ledger;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

import java.time.InstantSource;
import java.util.Map;

import javax.sql.DataSource;

/**
 * The memory of Stockload: runs, their colours and problems, what was sent and what became of it.
 * All SQL of the program is behind this door.
 */
public final class Ledger implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);

    private final DataSource source;
    private final PlatformTransactionManager transactions;
    private final Runs runs;
    private final Staging staging;
    private final ColourTable colours;
    private final ProblemBook problems;
    private final Acknowledged acknowledged;
    private final Outbox outbox;
    private final Doubts doubts;
    private final Accounts accounts;
    private final Requests requests;
    private final AccountLocks accountLocks;
    private final WantedDetails wantedDetails;
    private final DetailRuns detailRuns;
    private final DetailBook details;
    private final Owners owners;
    private final SheetStore sheets;
    private final ApiTokens apiTokens;
    private final Notifications notifications;
    private final SourceFiles sourceFiles;
    private final Database database;
    private final LedgerAddress address;

    private Ledger(DataSource source, LedgerAddress address, InstantSource ownClock) {
        this.source = source;
        this.address = address;
        this.transactions = new JdbcTransactionManager(source);
        this.database = new Database(source, transactions, address.isH2());
        LedgerClock clock = new LedgerClock(database, ownClock);
        this.runs = new Runs(database);
        StagedBlocks staged = new StagedBlocks(database);
        this.colours = new ColourTable(database, staged);
        this.problems = new ProblemBook(database);
        this.staging = new Staging(database, runs, staged, colours, problems);
        this.acknowledged = new Acknowledged(database);
        this.owners = new Owners(database, clock, address.isFile());
        this.sheets = new SheetStore(database);
        this.apiTokens = new ApiTokens(database);
        this.notifications = new Notifications(database);
        this.sourceFiles = new SourceFiles(database);
        this.accountLocks = new AccountLocks(database, owners);
        this.requests = new Requests(database);
        this.outbox = new Outbox(database, clock, runs, colours, problems, acknowledged);
        this.accounts = new Accounts(database);
        this.doubts = new Doubts(database, clock, runs, colours, outbox);
        this.wantedDetails = new WantedDetails(database);
        this.detailRuns = new DetailRuns(database, wantedDetails);
        this.details = new DetailBook(database, detailRuns, wantedDetails);
    }

    /** Opens a database that a process of this version has opened before, only to look at it. */
    public static Ledger openToRead(LedgerAddress address) {
        return new Ledger(connect(address), address, InstantSource.system());
    }

    /**
     * A ledger over connections of somebody else's, who closes them, to a database whose tables are
     * up to date.
     *
     * @param clock that of all who share it, where the database has none of its own
     */
    public static Ledger over(DataSource source, LedgerAddress address, InstantSource clock) {
        return new Ledger(source, address, clock);
    }

    /** Opens the database and brings its tables up to date. */
    public static Ledger open(LedgerAddress address) {
        if (!address.isKnown()) {
            throw new UnusableLedgerException(
                    "The database %s cannot be used: Stockload keeps its ledger in PostgreSQL (jdbc:postgresql://HOST/NAME) or, with no spring.datasource.url, in a file of its own"
                            .formatted(address),
                    null);
        }
        HikariDataSource source = connect(address);
        try {
            migrate(source, address);
            return new Ledger(source, address, InstantSource.system());
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
        config.setMaximumPoolSize(address.isH2() ? 6 : 12);
        config.setMinimumIdle(1);
        if (!address.isH2()) {
            config.setDataSourceProperties(address.networkLimits());
        }
        try {
            return new HikariDataSource(config);
        } catch (HikariPool.PoolInitializationException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new UnusableLedgerException(
                    "The database %s cannot be used: %s"
                            .formatted(
                                    address,
                                    address.hiddenIn(String.valueOf(cause.getMessage())).strip()),
                    e);
        } catch (RuntimeException e) {
            // The words of this one repeat the address, whatever stands in it.
            throw new UnusableLedgerException(
                    "The database %s cannot be used: it is no address that its driver knows. One looks like jdbc:postgresql://HOST/NAME"
                            .formatted(address),
                    null);
        }
    }

    private static void migrate(DataSource source, LedgerAddress address) {
        FluentConfiguration flyway = Flyway.configure();
        if (address.isH2()) {
            flyway.dataSource(source);
        } else {
            // A change of a large table may take longer than any answer in daily use.
            flyway.dataSource(address.url(), address.user(), address.password());
        }
        flyway.locations("classpath:dev/stockload/ledger")
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

    public ColourTable colours() {
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

    /** What an earlier version had sent for this ledger and it has forgotten. */
    public ForgottenIntents forgottenIntents() {
        return new ForgottenIntents(address, database, runs, colours, outbox);
    }

    public Accounts accounts() {
        return accounts;
    }

    public Doubts doubts() {
        return doubts;
    }

    public Requests requests() {
        return requests;
    }

    public AccountLocks accountLocks() {
        return accountLocks;
    }

    public DetailRuns detailRuns() {
        return detailRuns;
    }

    public WantedDetails wantedDetails() {
        return wantedDetails;
    }

    public DetailBook details() {
        return details;
    }

    public Owners owners() {
        return owners;
    }

    public SheetStore sheets() {
        return sheets;
    }

    public ApiTokens apiTokens() {
        return apiTokens;
    }

    public Notifications notifications() {
        return notifications;
    }

    public SourceFiles sourceFiles() {
        return sourceFiles;
    }

    /** Does something that no other process may do at the same time, such as making tables. */
    public void alone(Runnable work) {
        database.inTransaction(
                () -> {
                    if (!database.isH2()) {
                        database.sql("select pg_advisory_xact_lock(:key)::text")
                                .param("key", GeneratedKeys.of("alone"))
                                .query(String.class)
                                .single();
                    }
                    work.run();
                });
    }

    /** Whether the database can still be read. */
    public boolean answers() {
        try {
            return database.sql("select 1").query(Integer.class).single() == 1;
        } catch (RuntimeException e) {
            LOG.warn("The database does not answer", e);
            return false;
        }
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
        owners.leave();
        if (source instanceof HikariDataSource pool) {
            pool.close();
        }
    }
}
