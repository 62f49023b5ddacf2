package dev.stockload.app;

import dev.stockload.batch.ProcessContext;
import dev.stockload.database.DataFolderLock;
import dev.stockload.database.DatabaseLoan;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.StateFolder;
import dev.stockload.details.Details;
import dev.stockload.imports.Imports;
import dev.stockload.imports.change.ProductSearch;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.Morning;
import dev.stockload.jobs.MorningBuilder;
import dev.stockload.jobs.Notifier;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.JobContext;
import dev.stockload.jobs.take.NewSheets;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Account;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.sources.Sources;
import dev.stockload.stock.Refusal;

import org.apache.commons.lang3.exception.ExceptionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open program: the settings, the ledger, and what works with them. The data folder is locked
 * until this is closed, unless {@code serve} has it and lends its database.
 */
public final class Workspace implements AutoCloseable {
    /** What a process that serves does; other commands use its database. */
    public static final String SERVE = "serve";

    private static final String SERVE_ENDED =
            "stockload serve ended or does not answer: the work was not done. To"
                    + " continue: stockload resume";

    private static final Logger LOG = LoggerFactory.getLogger(Workspace.class);
    private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(1);

    /** How long other commands may take to end their requests when this process ends. */
    private static final Duration LONGEST_END = Duration.ofSeconds(20);

    private static final Duration BETWEEN_HEALTH_CHECKS = Duration.ofSeconds(5);
    private static final int MOST_FAILED_CHECKS = 3;

    /** A database server that is frozen answers nothing: an orderly end could take minutes. */
    private static final Duration LONGEST_END_WITHOUT_SERVER = Duration.ofSeconds(12);

    private static final Duration LONGEST_END_WITHOUT_FILE = Duration.ofSeconds(60);

    /** How long a command waits for servers that take notifications. */
    private static final Duration LONGEST_DELIVERY = Duration.ofSeconds(5);

    private final Settings settings;

    /** Empty if another process serves it. */
    private final Optional<DataFolderLock> folder;

    private final Ledger ledger;
    private final Caller owner;
    private final PrintWriter err;
    private final AccountNames names;

    /** Accounts that were found to have all of their settings. */
    private final Set<String> usable = ConcurrentHashMap.newKeySet();

    private final AccountRegistry accounts;
    private final ProcessContext process;
    private final Imports imports;
    private Optional<DatabaseLoan> loan = Optional.empty();
    private Notifier notifier;
    private JobRuns jobRuns;
    private volatile boolean lost;
    private volatile boolean closed;
    private final StopSignal ended = new StopSignal();

    private Workspace(
            Settings settings,
            Optional<DataFolderLock> folder,
            Ledger ledger,
            Caller owner,
            PrintWriter err)
            throws IOException {
        this.settings = settings;
        this.folder = folder;
        this.ledger = ledger;
        this.owner = owner;
        this.err = err;
        this.names = AccountNames.of(settings, ledger);
        this.accounts = new AccountRegistry(names, folder.isPresent(), err);
        this.process =
                new ProcessContext(
                                ledger,
                                settings.data(),
                                ledger.owners()
                                        .enter(
                                                DataFolderLock.name(settings.data()),
                                                this::connectionIsLost),
                                Time.real(),
                                accounts)
                        .with(settings.keep(), settings.serviceZone());
        ledger.owners().whenAskedToStop(run -> owner.stop().ask());
        this.imports = new Imports(process, owner).recoverDead();
    }

    /**
     * Locks the data folder, or uses the database of the process that serves it. The owner is
     * stopped when nothing can be written any more.
     */
    public static Workspace open(Settings settings, String what, Caller owner, PrintWriter err)
            throws IOException {
        Optional<ServeFile> served =
                what.equals(SERVE)
                        ? Optional.empty()
                        : ServeFile.await(settings.data(), owner.stop());
        served.ifPresent(each -> each.expectAnswer(settings));
        LedgerAddress database =
                served.map(each -> each.database(settings, ServeFile.LONGEST_ANSWER))
                        .orElseGet(settings::ledger);
        Optional<DataFolderLock> folder = Optional.empty();
        Ledger ledger = null;
        try {
            if (served.isEmpty()) {
                folder = Optional.of(DataFolderUse.take(what, settings.data(), owner, err));
                // A serve that was killed leaves its file behind.
                ServeFile.remove(settings.data());
            }
            LogFile.start(settings.data());
            ledger = ledger(database);
            Workspace workspace = new Workspace(settings, folder, ledger, owner, err);
            if (database.isFile() && what.equals(SERVE)) {
                new DaemonThreads("ledger-health").newThread(workspace::watchFile).start();
            } else if (database.isFile()) {
                // Only to commands that read: they expect its end.
                workspace.loan = workspace.lend().database();
            }
            if (database.isLent()) {
                Runnable watch = () -> workspace.watch(served.get());
                new DaemonThreads("serve-watch").newThread(watch).start();
            }
            return workspace;
        } catch (IOException | RuntimeException e) {
            if (ledger != null) {
                ledger.close();
            }
            folder.ifPresent(DataFolderLock::close);
            throw e;
        }
    }

    /** Explains a lost connection to a lent database: the process that lent it has ended. */
    public RuntimeException explained(RuntimeException fault) {
        return folder.isEmpty()
                        && settings.ledger().isFile()
                        && FaultMessages.isOfDatabase(fault)
                        && !FaultMessages.isOfFullDisk(fault)
                        && (fault instanceof RunFailedException || !(fault instanceof Refusal))
                ? new RunFailedException(SERVE_ENDED, fault)
                : fault;
    }

    /** Stops this command when the process that lends its database is about to end. */
    private void watch(ServeFile served) {
        try {
            while (!closed && served.isThere(data())) {
                Time.real().rest(BETWEEN_CHECKS, owner.stop());
            }
        } catch (IOException e) {
            LOG.warn("Could not find out whether stockload serve ends", e);
        }
        if (!closed && !owner.stop().isAsked()) {
            err.println("stockload serve ends: stopping");
            owner.stop().ask();
        }
    }

    private static Ledger ledger(LedgerAddress address) {
        StateFolder.check(address);
        try {
            return Ledger.open(address);
        } catch (RuntimeException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace, true));
            LOG.error("The ledger cannot be opened: {}", address.hiddenIn(trace.toString()));
            if (address.isLent() && FaultMessages.isPassing(e)) {
                throw new RunFailedException(SERVE_ENDED, e);
            }
            if (e instanceof Refusal) {
                throw e;
            }
            throw Refusal.settings(
                    "The ledger %s cannot be opened: %s"
                            .formatted(
                                    address,
                                    address.hiddenIn(firstLine(ExceptionUtils.getRootCause(e)))),
                    e);
        }
    }

    private static String firstLine(Throwable fault) {
        return String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
    }

    public Settings settings() {
        return settings;
    }

    public Path data() {
        return settings.data();
    }

    public Ledger ledger() {
        return ledger;
    }

    /** What checks, previews and exports work with. */
    public ProcessContext process() {
        return process;
    }

    /** The command, or the process that serves. */
    public Caller caller() {
        return owner;
    }

    public Imports imports() {
        return imports;
    }

    public Details details() {
        return new Details(process);
    }

    private JobContext jobContext() {
        Sources sources = new Sources(settings.connections().sources(), owner.stop());
        return new JobContext(ledger, settings.data(), settings.jobs(), sources, Time.real());
    }

    public ExpectedSheets expectedSheets() {
        return new ExpectedSheets(ledger, this::account);
    }

    public synchronized Notifier notifier() {
        if (notifier == null) {
            notifier =
                    new Notifier(
                            jobContext(), settings.connections().channels(data()), err::println);
        }
        return notifier;
    }

    /**
     * The runs that can be resumed and that no process works on, newest first: older runs skip what
     * a newer one has sent.
     */
    public List<Run> unfinished() {
        return ledger.runs().unfinished().stream()
                .filter(
                        run ->
                                run.state() != Run.State.RUNNING
                                        || !ledger.owners().isAlive(run.owner()))
                .sorted(Comparator.comparing(Run::number).reversed())
                .toList();
    }

    public ProductSearch products(String account) {
        return history(owner).products(account);
    }

    public StockHistory history(Caller caller) {
        return new StockHistory(process, caller);
    }

    public Morning morning(Instant now) {
        return MorningBuilder.ofAll(settings.jobs().list(), expectedSheets(), now);
    }

    public NewSheets newSheets() {
        return new NewSheets(jobContext());
    }

    /** Delivers notifications for a few seconds; the rest is kept. */
    public void deliverNotifications() {
        notifier().finish(LONGEST_DELIVERY);
    }

    public synchronized JobRuns jobRuns() {
        if (jobRuns == null) {
            jobRuns = new JobRuns(notifier(), names::usable, this::isUsable);
        }
        return jobRuns;
    }

    /** The ledger's name of an account, which may lack settings. */
    public String account(String name) {
        return names.inLedger(name);
    }

    /** Settings do not change while a process runs, and there may be thousands of accounts. */
    private boolean isUsable(String name) {
        boolean isUsable = usable.contains(name) || names.isUsable(name);
        if (isUsable && !name.equals(Account.DEFAULT)) {
            usable.add(name);
        }
        return isUsable;
    }

    /** Why nothing is done here for an account of the ledger: it lacks settings. */
    public Optional<String> whyUnset(String account) {
        return whyUnset(account, names);
    }

    private static Optional<String> whyUnset(String account, AccountNames names) {
        try {
            names.expectSet(account);
            return Optional.empty();
        } catch (Refusal e) {
            return Optional.of(e.getMessage());
        }
    }

    /** The same of all accounts of these jobs, and of those that the ledger knows. */
    public List<String> whyUnset(List<JobFolder.Entry> jobs) {
        AccountNames now = names.now();
        Set<String> all = new TreeSet<>(now.real().get());
        JobFolder.Entry.usable(jobs).forEach(job -> all.add(now.inLedger(job.account())));
        return all.stream().flatMap(account -> whyUnset(account, now).stream()).toList();
    }

    /** Whether the default account is the sandbox, so that nothing reaches a shop. */
    public boolean isSandbox() {
        return account(Account.DEFAULT).equals(Account.SANDBOX);
    }

    /** Starts the sandbox if it is the default account, so that other commands find it. */
    public void openDefaultAccount() {
        if (isSandbox()) {
            accounts.sandbox();
        }
    }

    /** Other processes now believe that this one is dead, so nothing more may be sent. */
    private void connectionIsLost() {
        lost = true;
        err.println(
                "The database did not hear from this process for 30 s, since one of them hung or"
                        + " was not reached: stopping; others may go on with its runs");
        owner.stop().ask();
        if (!settings.ledger().isH2()) {
            Runnable end = () -> haltAfter(LONGEST_END_WITHOUT_SERVER);
            new DaemonThreads("lost-database").newThread(end).start();
        }
    }

    private void haltAfter(Duration longest) {
        Time.real().rest(longest, ended);
        if (!ended.isAsked()) {
            LOG.error("The end took too long");
            err.println("The database does not answer. Once it does: stockload resume");
            err.flush();
            Runtime.getRuntime().halt(1);
        }
    }

    /**
     * Checks whether the ledger's file can still be used. H2 closes a file that it could not write
     * and does not reopen it in the same process: then the process must end.
     */
    private void watchFile() {
        int failures = 0;
        while (!lost) {
            Time.real().rest(BETWEEN_HEALTH_CHECKS, ended);
            if (ended.isAsked()) {
                return;
            }
            failures = ledger.isReachable() ? 0 : failures + 1;
            if (failures >= MOST_FAILED_CHECKS || !isFileThere()) {
                ledgerIsUnusable();
            }
        }
        haltAfter(LONGEST_END_WITHOUT_FILE);
    }

    /** Stops the process, since nothing can be written any more; a restart repairs the ledger. */
    public void ledgerIsUnusable() {
        if (!lost) {
            lost = true;
            err.println(
                    isFileThere()
                            ? "The database cannot be used any more, as when the disk is full:"
                                    + " stopping; start Stockload again to continue"
                            : "%s %s was removed: stopping"
                                    .formatted(
                                            Files.isDirectory(data())
                                                    ? "The database in"
                                                    : "The data folder",
                                            data()));
            owner.stop().ask();
        }
    }

    public boolean isLost() {
        return lost;
    }

    /** Whether the ledger's file still exists: it may be removed while it is open. */
    private boolean isFileThere() {
        return !settings.ledger().isFile() || settings.ledger().isThere();
    }

    /** Writes what this process does now, for commands that wait for the data folder. */
    public void doing(String what) throws IOException {
        if (folder.isPresent()) {
            folder.get().doing(what);
        }
    }

    public Loan lend() throws IOException {
        Optional<DatabaseLoan> database =
                Optional.of(settings.ledger()).filter(LedgerAddress::isFile).map(DatabaseLoan::of);
        new ServeFile(
                        database.map(DatabaseLoan::port).orElse(0),
                        database.map(DatabaseLoan::key).orElse(null))
                .write(data());
        return new Loan(this, database);
    }

    /** The database as it is lent to other commands. */
    public record Loan(Workspace workspace, Optional<DatabaseLoan> database)
            implements AutoCloseable {
        /** Refuses new commands, and asks those at work to end. */
        public void recall() {
            ServeFile.remove(workspace.data());
        }

        @Override
        public void close() {
            recall();
            if (database.isPresent()) {
                workspace.ledger.owners().awaitOthers(LONGEST_END);
                database.get().close();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        if (notifier != null) {
            notifier.close();
        }
        accounts.close();
        if (loan.isPresent()) {
            ServeFile.remove(data());
            loan.get().close();
        }
        ledger.close();
        folder.ifPresent(DataFolderLock::close);
        ended.ask();
    }
}
