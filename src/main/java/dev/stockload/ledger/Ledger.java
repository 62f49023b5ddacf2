package dev.stockload.ledger;

import com.zaxxer.hikari.HikariDataSource;

import dev.stockload.book.Book;
import dev.stockload.book.BrakedDiffs;
import dev.stockload.book.Outbox;
import dev.stockload.book.ProblemTable;
import dev.stockload.book.Requests;
import dev.stockload.book.RunColours;
import dev.stockload.book.Settlement;
import dev.stockload.book.SheetShapes;
import dev.stockload.book.UndoneSizes;
import dev.stockload.book.rules.LookRules;
import dev.stockload.database.Database;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.LedgerConnection;
import dev.stockload.details.table.DetailTable;
import dev.stockload.runs.MetricTotals;
import dev.stockload.runs.OwnerLeases;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;
import dev.stockload.runs.SheetStore;
import dev.stockload.runs.TakenFiles;
import dev.stockload.runs.WaitingRuns;
import dev.stockload.stock.Refusal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

import javax.sql.DataSource;

/**
 * Everything Stockload stores: runs, their colours and problems, the book, requests and their
 * outcomes. All tables are reached through this class.
 */
public final class Ledger implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);

    private static final Duration LONGEST_COPY = Duration.ofHours(2);

    private final DataSource source;
    private final OwnerLeases owners;
    private final Database database;
    private final LedgerAddress address;

    /**
     * Uses a database whose tables are up to date. If it has no clock of its own, {@code time} is
     * that of all who share it.
     */
    public Ledger(DataSource source, LedgerAddress address, InstantSource time) {
        this.source = source;
        this.address = address;
        this.database = new Database(source, address.isH2());
        this.owners = new OwnerLeases(database, time, address);
    }

    /** Opens a database for reading; its tables must be up to date. */
    public static Ledger openToRead(LedgerAddress address) {
        return new Ledger(LedgerConnection.one(address), address, InstantSource.system());
    }

    /** Opens the database and brings its tables up to date. */
    public static Ledger open(LedgerAddress address) {
        if (!address.isKnown()) {
            throw Refusal.settings(
                    "The database %s cannot be used: Stockload keeps its ledger in PostgreSQL (jdbc:postgresql://HOST/NAME) or, with no spring.datasource.url, in a file of its own"
                            .formatted(address));
        }
        return new Ledger(LedgerConnection.open(address), address, InstantSource.system());
    }

    public Runs runs() {
        return new Runs(database, sheets(), new MetricTotals(database));
    }

    public WaitingRuns waitingRuns() {
        return new WaitingRuns(database, owners);
    }

    /**
     * Runs as people see them: what waits says so, and what is in order by now is not to correct.
     */
    public List<Run> seen(List<Run> runs) {
        RowsToCorrect toCorrect = new RowsToCorrect(this);
        return waitingRuns().seen(runs).stream().map(toCorrect::seen).toList();
    }

    public Run seen(Run run) {
        return seen(List.of(run)).get(0);
    }

    public Settlement settlement(Book book) {
        return new Settlement(database, runs(), book, colours(), problems());
    }

    public BrakedDiffs brakedDiffs() {
        return new BrakedDiffs(database);
    }

    public UndoneSizes undoneSizes() {
        return new UndoneSizes(database);
    }

    public Book book(String account) {
        return new Book(database, runs(), account);
    }

    public RunColours colours() {
        return new RunColours(database, runs());
    }

    public ProblemTable problems() {
        return new ProblemTable(database);
    }

    public Outbox outbox(Book book) {
        return new Outbox(database, runs(), book, requests(), colours());
    }

    /**
     * Marks the ledger as an older copy (rule 12). What was sent after the copy was made is
     * unknown: unfinished runs end, and all known stock becomes unknown, so that runs look at the
     * service before they send. Returns how many runs ended so.
     */
    public int markRestored() {
        return database.inTransaction(
                () -> {
                    List<Run> unfinished =
                            runs().unfinished().stream().filter(run -> !run.isDetails()).toList();
                    takenFiles().restored(unfinished);
                    unfinished.forEach(run -> outbox(book(run.account())).expire(run));
                    database.sql(
                                    """
                                    insert into pace (account)
                                    select distinct account from run_count
                                     where account not in (select account from pace)
                                    """)
                            .update();
                    database.sql("update pace set restored = true").update();
                    accountsOfBooks().forEach(this::forgetStock);
                    database.sql("delete from read_product").update();
                    runs().withoutColours();
                    database.sql("update request set colours = null, is_open = false").update();
                    return unfinished.size();
                });
    }

    public List<String> accountsOfBooks() {
        return database.sql("select distinct account from book").query(String.class).list();
    }

    private void forgetStock(String account) {
        Book book = book(account);
        book.all()
                .forEach(
                        product -> {
                            LookRules.forgetAll(product);
                            book.save(List.of(product));
                        });
    }

    /** Writes a copy of an H2 ledger while others go on. */
    public void backUp(Path file) {
        SingleConnectionDataSource patient =
                LedgerConnection.one(address.withPatience(LONGEST_COPY));
        try {
            new JdbcTemplate(patient)
                    .execute("backup to '%s'".formatted(file.toString().replace("'", "''")));
        } finally {
            patient.destroy();
        }
    }

    public Requests requests() {
        return new Requests(database, runs().totals());
    }

    public DetailTable details() {
        return new DetailTable(database);
    }

    public OwnerLeases owners() {
        return owners;
    }

    public SheetStore sheets() {
        return new SheetStore(database);
    }

    public TakenFiles takenFiles() {
        return new TakenFiles(database);
    }

    public SheetShapes shapes() {
        return new SheetShapes(database);
    }

    public boolean isReachable() {
        try {
            return database.sql("select 1").query(Integer.class).single() == 1;
        } catch (RuntimeException e) {
            LOG.warn("The database does not answer", e);
            return false;
        }
    }

    /** For classes outside this package that have tables of their own. */
    public Database database() {
        return database;
    }

    public DataSource dataSource() {
        return source;
    }

    /** Connections of its own for work that must go on while those of the ledger are in use. */
    public HikariDataSource pool(String name, int most) {
        return LedgerConnection.pool(address, name, most);
    }

    @Override
    public void close() {
        owners.leave();
        if (source instanceof HikariDataSource pool) {
            pool.close();
        } else if (source instanceof SingleConnectionDataSource connection) {
            connection.destroy();
        }
    }
}
