package dev.stockload.app;

import dev.stockload.batch.ProcessContext;
import dev.stockload.compare.ProductProgress;
import dev.stockload.database.DataFolderLock;
import dev.stockload.database.DatabaseLoan;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.StateFolder;
import dev.stockload.details.Details;
import dev.stockload.imports.Imports;
import dev.stockload.imports.change.Diffs;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.imports.change.Undo;
import dev.stockload.imports.change.UndoSummary;
import dev.stockload.imports.change.Verification;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.Notifier;
import dev.stockload.jobs.take.JobSheets;
import dev.stockload.jobs.take.JobSheets.JobContext;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.notifications.Channels;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.RunState;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sources.Sources;
import dev.stockload.stock.Refusal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * The program put together: the settings, the data folder that is ours until this is closed or that
 * another process serves, the ledger in it, and what works with them.
 */
public final class Workspace implements AutoCloseable {
    private static final String SERVE_ENDED =
            "stockload serve ended or does not answer: the work was not done. To"
                    + " continue: stockload resume";

    private static final Logger LOG = LoggerFactory.getLogger(Workspace.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /** So long other commands have to end their requests in flight when this process ends. */
    private static final Duration LONGEST_END = Duration.ofSeconds(20);

    private final Settings settings;

    /** Nobody waits long at a terminal for a server that does not answer. */
    private static final Duration TELLING = Duration.ofSeconds(5);

    /** Empty where another process serves it. */
    private final Optional<DataFolderLock> folder;

    private final Ledger ledger;
    private final Caller owner;
    private final PrintWriter err;
    private final Map<String, OpenAccount> accounts = new HashMap<>();
    private final ProcessContext process;
    private final Imports imports;
    private Details details;
    private Notifier notifier;
    private volatile boolean lost;
    private volatile boolean closed;

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
        this.process =
                new ProcessContext(
                                ledger,
                                settings.data(),
                                ledger.owners()
                                        .enter(
                                                DataFolderLock.name(settings.data()),
                                                this::connectionIsLost),
                                Time.real())
                        .with(settings.keep(), this::isDefined);
        ledger.owners().whenAskedToStop(run -> owner.stop().ask());
        this.imports = new Imports(process, this::merchant, owner.stop(), owner.listener());
    }

    /** Hosts that share a database may have jobs that we do not see. */
    private boolean isDefined(String job) {
        return !settings.ledger().isFile() || settings.jobs().contains(job);
    }

    /**
     * Works in the data folder: beside the process that serves it, else as the one that has it,
     * once it is free where it is to be waited for.
     *
     * @param owner whose process this is: they are stopped when nothing can be written any more
     */
    public static Workspace open(
            Settings settings, FolderClaim claim, Caller owner, PrintWriter err)
            throws IOException {
        Optional<ServeFile> served =
                claim.what().equals(FolderClaim.SERVE)
                        ? Optional.empty()
                        : ServeFile.await(settings.data(), owner.stop());
        if (served.isPresent()) {
            return beside(served.get(), settings, owner, err);
        }
        DataFolderLock folder = claim.take(settings.data(), owner.stop(), err);
        // One that was killed leaves a file that leads nowhere.
        ServeFile.remove(settings.data());
        try {
            return with(Optional.of(folder), settings.ledger(), settings, owner, err);
        } catch (IOException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    private static Workspace beside(
            ServeFile served, Settings settings, Caller owner, PrintWriter err) throws IOException {
        LedgerAddress database = served.database(settings, ServeFile.LONGEST_ANSWER);
        served.expectAnswer(settings);
        Workspace workspace = with(Optional.empty(), database, settings, owner, err);
        if (database.isLent()) {
            new DaemonThreads("serve-watch").newThread(() -> workspace.watch(served)).start();
        }
        return workspace;
    }

    private static Workspace with(
            Optional<DataFolderLock> folder,
            LedgerAddress database,
            Settings settings,
            Caller owner,
            PrintWriter err)
            throws IOException {
        LogFile.start(settings.data());
        Ledger ledger = ledger(database);
        try {
            return new Workspace(settings, folder, ledger, owner, err);
        } catch (IOException | RuntimeException e) {
            ledger.close();
            throw e;
        }
    }

    /** What went wrong, in the words of one whose database was another process's. */
    public RuntimeException explained(RuntimeException fault) {
        return folder.isEmpty()
                        && settings.ledger().isFile()
                        && FaultMessages.isPassing(fault)
                        && !FaultMessages.isOfFullDisk(fault)
                        && !(fault instanceof Refusal)
                ? new RunFailedException(SERVE_ENDED, fault)
                : fault;
    }

    /** Ends what is under way in order when the process that lends us its database is to end. */
    private void watch(ServeFile served) {
        try {
            while (!closed && served.isThere(data())) {
                Time.real().rest(BETWEEN_LOOKS, owner.stop());
            }
        } catch (IOException e) {
            LOG.warn("Whether stockload serve ends is not known", e);
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
            throw Refusal.settings(
                    "The ledger %s cannot be opened: %s"
                            .formatted(address, address.hiddenIn(firstLine(FaultMessages.root(e)))),
                    e);
        }
    }

    private static String firstLine(Throwable fault) {
        return String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
    }

    public Path data() {
        return settings.data();
    }

    public Ledger ledger() {
        return ledger;
    }

    public Imports imports() {
        return imports;
    }

    public synchronized Details details() {
        if (details == null) {
            details = new Details(process, this::merchant, settings.serviceZone());
        }
        return details;
    }

    public Diffs diffs(Caller caller) {
        return new Diffs(process, this::merchant, caller.stop(), caller.listener());
    }

    private JobContext jobContext() {
        Sources sources = new Sources(settings.connections().sources(), owner.stop());
        return new JobContext(ledger, settings.data(), settings.jobs(), sources, Time.real());
    }

    public Channels channels() {
        return settings.connections().channels(settings.data());
    }

    public ExpectedSheets expectations() {
        return new ExpectedSheets(ledger, this::account);
    }

    public synchronized Notifier notifier() {
        if (notifier == null) {
            notifier = new Notifier(jobContext(), channels(), err::println);
        }
        return notifier;
    }

    public Imports.Result start(ImportOrder order) throws IOException {
        try {
            Imports.Result result = imports.start(order);
            if (result.alreadyDone()) {
                notifier().alreadyImported(order, result.run());
            }
            return result;
        } catch (UnusableSheetException e) {
            notifier().unusable(order, e.getMessage());
            throw e;
        }
    }

    /**
     * The runs that can be resumed and that nobody works on, the newest first: what it settles, the
     * older ones leave out.
     */
    public List<Run> unfinished() {
        return imports.unfinished().stream()
                .filter(
                        run ->
                                run.state() != RunState.RUNNING
                                        || !ledger.owners().isAlive(run.owner()))
                .sorted(Comparator.comparing(Run::number).reversed())
                .toList();
    }

    /**
     * Reads back what a run sent, of all its products or of so many that chance picks; the result
     * holds the first lines that are not equal.
     */
    public Verification.Result verify(Run run, OptionalInt sample, ProductProgress progress)
            throws IOException {
        return new Verification(process, this::merchant, owner.stop(), owner.listener())
                .verify(run, sample, progress);
    }

    public UndoSummary plan(UndoOrder order, ProductProgress progress) {
        Undo undo = new Undo(process, this::merchant, owner.stop(), owner.listener());
        return undo.plan(order, progress);
    }

    /** Why the service shows what it shows of a product. */
    public StockHistory.Answer why(
            String account, String product, String colour, String size, int days) {
        return new StockHistory(process, this::merchant, owner.stop(), owner.listener())
                .of(StockHistory.Question.of(account, product, colour, size, days));
    }

    public JobSheets jobSheets() {
        return new JobSheets(jobContext());
    }

    /** Delivers what there is to tell of runs, for a little while; what is left is kept. */
    public void deliverNotifications() {
        notifier().finish(TELLING);
    }

    public JobRuns jobRuns() {
        return new JobRuns(notifier(), this::account);
    }

    public ZoneId serviceZone() {
        return settings.serviceZone();
    }

    /** The names of the accounts that people can import into, the usual one first. */
    public List<String> accounts() {
        List<String> names = new ArrayList<>(new TreeSet<>(settings.accounts().keySet()));
        names.remove(Account.DEFAULT);
        names.add(0, Account.DEFAULT);
        return names;
    }

    /** The name by which the ledger knows an account. */
    public String account(String name) {
        return OpenAccount.ledgerName(settings, name);
    }

    private Merchant merchant(String account) {
        return new Merchant(inUse(account).account(), Time.real());
    }

    private synchronized OpenAccount inUse(String name) {
        // The default account may turn out to be the sandbox, of which there is one.
        OpenAccount found = accounts.get(account(name));
        if (found == null) {
            found = OpenAccount.open(settings, name, folder.isPresent(), err);
            if (found.isLasting()) {
                accounts.put(account(name), found);
            }
        }
        return found;
    }

    /** Whether the usual account is the sandbox, so that nothing reaches a shop. */
    public boolean isSandbox() {
        return account(Account.DEFAULT).equals(OpenAccount.SANDBOX);
    }

    /** Starts the sandbox where that is the usual account, so that other commands find it. */
    public void openUsualAccount() {
        if (isSandbox()) {
            inUse(Account.DEFAULT);
        }
    }

    /** Others take us for dead from now on, so nothing more may be sent. */
    private void connectionIsLost() {
        lost = true;
        err.println("The connection to the database was lost: stopping");
        owner.stop().ask();
    }

    /** Nothing can be written down any more: whoever starts us anew starts with a whole ledger. */
    public void ledgerIsBeyondUse() {
        if (!lost) {
            lost = true;
            err.println(
                    isFileThere()
                            ? "The database cannot be used any more, as when the disk is full:"
                                    + " stopping; start Stockload again to continue"
                            : "The data folder %s was removed: stopping".formatted(data()));
            owner.stop().ask();
        }
    }

    public boolean isLost() {
        return lost;
    }

    /**
     * Whether others would find the file of the ledger, too: it may be removed while it is open.
     */
    public boolean isFileThere() {
        return !hasFile() || settings.ledger().isThere();
    }

    /** Whether the ledger is a file that only this process has open. */
    public boolean hasFile() {
        return settings.ledger().isFile();
    }

    public String owner() {
        return process.owner();
    }

    /** Tells those who wait for us what we do now. */
    public void doing(String what) throws IOException {
        if (folder.isPresent()) {
            folder.get().doing(what);
        }
    }

    /** Lets other commands work beside this process, until the loan is closed. */
    public Loan lend() throws IOException {
        Optional<DatabaseLoan> database = hasFile() ? Optional.of(ledger.lend()) : Optional.empty();
        new ServeFile(
                        database.map(DatabaseLoan::port).orElse(0),
                        database.map(DatabaseLoan::key).orElse(null))
                .write(data());
        return new Loan(this, database);
    }

    /** What other commands work with beside this process. */
    public record Loan(Workspace workspace, Optional<DatabaseLoan> database)
            implements AutoCloseable {
        /** Lets nobody in any more, and asks those who are at work to end. */
        public void recall() {
            ServeFile.remove(workspace.data());
        }

        /** Recalls it, and waits a moment for those who are at work. */
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
        accounts.values().forEach(OpenAccount::close);
        ledger.close();
        folder.ifPresent(DataFolderLock::close);
    }

    /** Who asks for work: how they stop it, and who hears how it goes on. */
    public record Caller(StopSignal stop, RunListener listener) {
        /** One who waits for the result alone. */
        public static Caller silent() {
            return new Caller(new StopSignal(), RunListener.NOBODY);
        }
    }
}
