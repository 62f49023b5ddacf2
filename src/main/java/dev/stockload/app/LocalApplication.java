package dev.stockload.app;

import dev.stockload.details.Details;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.ImportQueue;
import dev.stockload.imports.Imports;
import dev.stockload.imports.ResumeOptions;
import dev.stockload.imports.Verification;
import dev.stockload.jobs.JobContext;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobSheets;
import dev.stockload.jobs.Notifier;
import dev.stockload.ledger.Accounts;
import dev.stockload.ledger.ApiTokens;
import dev.stockload.ledger.DataFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.ledger.Run;
import dev.stockload.merchant.Merchant;
import dev.stockload.runs.FaultMessages;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;
import dev.stockload.sheet.UnusableSheetException;
import dev.stockload.sources.Sources;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The right to import: the data folder is ours, the ledger is open, and Ctrl-C is heard, until it
 * is closed.
 */
public final class LocalApplication implements Application {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);
    private static final int LOOKS = 50;

    /** Nobody waits long at a terminal for a server that does not answer. */
    private static final Duration TELLING = Duration.ofSeconds(10);

    private final Settings settings;
    private final DataFolder folder;
    private final Ledger ledger;
    private final PrintWriter err;
    private final Map<String, OpenAccount> accounts = new HashMap<>();
    private final ProcessContext process;
    private final Imports imports;
    private final StopSignal stop;
    private final RunListener screen;
    private Details details;
    private volatile boolean lost;

    private LocalApplication(
            Settings settings,
            DataFolder folder,
            Ledger ledger,
            StopSignal stop,
            RunListener screen,
            PrintWriter err) {
        this.settings = settings;
        this.folder = folder;
        this.ledger = ledger;
        this.err = err;
        this.stop = stop;
        this.screen = screen;
        this.process =
                new ProcessContext(
                        ledger,
                        settings.data(),
                        ledger.owners().enter(folder.name(), () -> lost(stop)),
                        Time.real());
        this.imports = new Imports(process, this::merchant, stop, screen);
    }

    /**
     * The process that serves, where it has the data folder; else ours, once the folder is free,
     * unless it is not to be waited for.
     */
    public static Application openOrHandOver(
            Settings settings,
            String what,
            boolean wait,
            StopSignal stop,
            RunListener screen,
            PrintWriter err)
            throws IOException {
        Path data = settings.data();
        for (int look = 0; look < LOOKS && DataFolder.isTaken(data); look++) {
            Optional<RemoteApplication> served = RemoteApplication.find(data, stop, screen);
            if (served.isPresent()) {
                return served.get();
            }
            if (!DataFolder.owner(data).startsWith(Application.SERVE)) {
                break;
            }
            // It has just begun to serve.
            Time.real().rest(BETWEEN_LOOKS, stop);
        }
        return open(settings, what, wait, stop, screen, err);
    }

    /** Waits until the data folder is free, unless it is not to be waited for. */
    public static LocalApplication open(
            Settings settings,
            String what,
            boolean wait,
            StopSignal stop,
            RunListener screen,
            PrintWriter err)
            throws IOException {
        DataFolder folder = DataFolderWait.take(settings.data(), what, wait, stop, err);
        Ledger ledger = null;
        try {
            LogFile.start(settings.data());
            ledger = ledger(settings);
            return new LocalApplication(settings, folder, ledger, stop, screen, err);
        } catch (RuntimeException e) {
            if (ledger != null) {
                ledger.close();
            }
            folder.close();
            throw e;
        }
    }

    private static Ledger ledger(Settings settings) {
        LedgerAddress address = address(settings);
        try {
            return Ledger.open(address);
        } catch (RuntimeException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace, true));
            LoggerFactory.getLogger(LocalApplication.class)
                    .error("The ledger cannot be opened: {}", address.hiddenIn(trace.toString()));
            throw new UnusableSettingsException(
                    "The ledger %s cannot be opened: %s"
                            .formatted(address, address.hiddenIn(firstLine(FaultMessages.root(e)))),
                    e);
        }
    }

    private static String firstLine(Throwable fault) {
        return String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
    }

    public static LedgerAddress address(Settings settings) {
        return settings.database().orElseGet(() -> LedgerAddress.inFolder(settings.data()));
    }

    public Imports imports() {
        return imports;
    }

    @Override
    public Verification.Result verify(Run run, OptionalInt sample, Verification.Progress progress)
            throws IOException {
        return verification(stop, screen).verify(run, sample, progress);
    }

    @Override
    public DetailsOperations details() {
        return new LocalDetails(ownDetails(), stop);
    }

    /** Those who do the work that other commands hand over. */
    public Office office(ImportQueue queue) {
        return new Office(data(), ledger, queue, ownDetails(), this::account, this::verification);
    }

    private Verification verification(StopSignal ownStop, RunListener listener) {
        return new Verification(process, this::merchant, ownStop, listener);
    }

    public synchronized Details ownDetails() {
        if (details == null) {
            details = new Details(process, this::merchant, settings.serviceZone());
        }
        return details;
    }

    @Override
    public Imports.Result start(ImportOrder order) throws IOException {
        try {
            return imports.start(order);
        } catch (UnusableSheetException e) {
            try (Notifier notifier = notifier()) {
                notifier.unreadable(order, e.getMessage());
            }
            throw e;
        }
    }

    @Override
    public Imports.Result resume(Run run, ResumeOptions how) throws IOException {
        return imports.resume(run, how);
    }

    @Override
    public List<Run> unfinished() {
        return imports.unfinished();
    }

    /** Others take us for dead from now on, so nothing more may be sent. */
    private void lost(StopSignal stop) {
        lost = true;
        err.println("The connection to the database was lost: stopping");
        stop.ask();
    }

    /** Nothing can be written down any more: whoever starts us anew starts with a whole ledger. */
    public void ledgerIsBeyondUse() {
        if (!lost) {
            lost = true;
            err.println(
                    "The database cannot be used any more, as when the disk is full: stopping;"
                            + " start Stockload again to continue");
            stop.ask();
        }
    }

    public boolean isLost() {
        return lost;
    }

    /** Whether the ledger is a file that only this process has open. */
    public boolean hasFile() {
        return address(settings).isFile();
    }

    /** The name by which the ledger knows this process. */
    public String owner() {
        return process.owner();
    }

    public Path data() {
        return settings.data();
    }

    public Ledger ledger() {
        return ledger;
    }

    @Override
    public Optional<Run> run(String id) {
        return ledger.runs().find(id);
    }

    @Override
    public List<ApiTokens.Token> tokens() {
        return ledger.apiTokens().all();
    }

    @Override
    public Optional<String> addToken(String name, boolean readOnly) {
        return ledger.apiTokens().add(name, readOnly, Instant.now());
    }

    @Override
    public boolean removeToken(String name) {
        return ledger.apiTokens().remove(name);
    }

    @Override
    public List<Accounts.Known> accounts() {
        return ledger.accounts().all();
    }

    @Override
    public void moved(String account) {
        ledger.accounts().moved(account);
    }

    /** Who tells how runs end. */
    public Notifier notifier() {
        return new Notifier(
                jobContext(), settings.connections().channels(settings.data()), err::println);
    }

    public JobContext jobContext() {
        return new JobContext(
                ledger,
                settings.data(),
                settings.jobs(),
                new Sources(settings.connections().sources()),
                Time.real());
    }

    @Override
    public List<Path> sheets(JobDefinition job, boolean again) throws IOException {
        return new JobSheets(jobContext()).take(job, account(job.account()), again);
    }

    @Override
    public void deliverNotifications() {
        try (Notifier notifier = notifier()) {
            notifier.finish(TELLING);
        }
    }

    @Override
    public void doing(String what) throws IOException {
        folder.doing(what);
    }

    @Override
    public String account(String name) {
        return OpenAccount.ledgerName(settings, name);
    }

    private Merchant merchant(String account) {
        return new Merchant(inUse(account).account(), Time.real());
    }

    private synchronized OpenAccount inUse(String name) {
        // The default account may turn out to be the sandbox, of which there is one.
        return accounts.computeIfAbsent(
                OpenAccount.ledgerName(settings, name),
                key -> OpenAccount.open(settings, name, err));
    }

    @Override
    public void close() {
        accounts.values().forEach(OpenAccount::close);
        ledger.close();
        folder.close();
    }
}
