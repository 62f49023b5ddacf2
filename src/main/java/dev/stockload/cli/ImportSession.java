package dev.stockload.cli;

import dev.stockload.batch.Faults;
import dev.stockload.batch.ProcessContext;
import dev.stockload.batch.StopSignal;
import dev.stockload.batch.Time;
import dev.stockload.batch.Watcher;
import dev.stockload.desk.Desk;
import dev.stockload.desk.DetailsDesk;
import dev.stockload.desk.Office;
import dev.stockload.desk.OwnDetails;
import dev.stockload.desk.ServedDesk;
import dev.stockload.desk.UnusableSettingsException;
import dev.stockload.details.Details;
import dev.stockload.ledger.Accounts;
import dev.stockload.ledger.ApiTokens;
import dev.stockload.ledger.DataFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.ledger.Run;
import dev.stockload.merchant.Merchant;
import dev.stockload.pipeline.ImportOrder;
import dev.stockload.pipeline.Imports;
import dev.stockload.pipeline.ResumeOptions;
import dev.stockload.pipeline.RunQueue;
import dev.stockload.pipeline.Verification;

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
final class ImportSession implements Desk {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);
    private static final int LOOKS = 50;

    private final Settings settings;
    private final DataFolder folder;
    private final Ledger ledger;
    private final PrintWriter err;
    private final Map<String, AccountInUse> accounts = new HashMap<>();
    private final ProcessContext process;
    private final Imports imports;
    private final StopSignal stop;
    private final Watcher screen;
    private Details details;
    private volatile boolean lost;

    private ImportSession(
            Settings settings,
            DataFolder folder,
            Ledger ledger,
            StopSignal stop,
            Watcher screen,
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
    static Desk openOrHandOver(
            Settings settings,
            String what,
            boolean wait,
            StopSignal stop,
            Watcher screen,
            PrintWriter err)
            throws IOException {
        Path data = settings.data();
        for (int look = 0; look < LOOKS && DataFolder.isTaken(data); look++) {
            Optional<ServedDesk> served = ServedDesk.find(data, stop, screen);
            if (served.isPresent()) {
                return served.get();
            }
            if (!DataFolder.owner(data).startsWith(ServeCommand.NAME)) {
                break;
            }
            // It has just begun to serve.
            Time.real().rest(BETWEEN_LOOKS, stop);
        }
        return open(settings, what, wait, stop, screen, err);
    }

    /** Waits until the data folder is free, unless it is not to be waited for. */
    static ImportSession open(
            Settings settings,
            String what,
            boolean wait,
            StopSignal stop,
            Watcher screen,
            PrintWriter err)
            throws IOException {
        DataFolder folder = FolderTurn.take(settings.data(), what, wait, stop, err);
        Ledger ledger = null;
        try {
            LogFile.start(settings.data());
            ledger = ledger(settings);
            return new ImportSession(settings, folder, ledger, stop, screen, err);
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
            LoggerFactory.getLogger(ImportSession.class)
                    .error("The ledger cannot be opened: {}", address.hiddenIn(trace.toString()));
            throw new UnusableSettingsException(
                    "The ledger %s cannot be opened: %s"
                            .formatted(address, address.hiddenIn(firstLine(Faults.root(e)))),
                    e);
        }
    }

    private static String firstLine(Throwable fault) {
        return String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
    }

    static LedgerAddress address(Settings settings) {
        return settings.database().orElseGet(() -> LedgerAddress.inFolder(settings.data()));
    }

    Imports imports() {
        return imports;
    }

    @Override
    public Verification.Result verify(Run run, OptionalInt sample, Verification.Progress progress)
            throws IOException {
        return verification(stop, screen).verify(run, sample, progress);
    }

    @Override
    public DetailsDesk details() {
        return new OwnDetails(ownDetails(), stop);
    }

    /** Those who do the work that other commands hand over. */
    Office office(RunQueue queue) {
        return new Office(data(), ledger, queue, ownDetails(), this::account, this::verification);
    }

    private Verification verification(StopSignal ownStop, Watcher watcher) {
        return new Verification(
                ledger, settings.data(), this::merchant, Time.real(), ownStop, watcher);
    }

    synchronized Details ownDetails() {
        if (details == null) {
            details = new Details(process, this::merchant, settings.serviceZone());
        }
        return details;
    }

    @Override
    public Imports.Result start(ImportOrder order) throws IOException {
        return imports.start(order);
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
    void ledgerIsBeyondUse() {
        if (!lost) {
            lost = true;
            err.println(
                    "The database cannot be used any more, as when the disk is full: stopping;"
                            + " start Stockload again to continue");
            stop.ask();
        }
    }

    boolean isLost() {
        return lost;
    }

    /** Whether the ledger is a file that only this process has open. */
    boolean hasFile() {
        return address(settings).isFile();
    }

    /** The name by which the ledger knows this process. */
    String owner() {
        return process.owner();
    }

    Path data() {
        return settings.data();
    }

    Ledger ledger() {
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

    @Override
    public void doing(String what) throws IOException {
        folder.doing(what);
    }

    @Override
    public String account(String name) {
        return AccountInUse.ledgerName(settings, name);
    }

    private Merchant merchant(String account) {
        return new Merchant(inUse(account).account(), Time.real());
    }

    private synchronized AccountInUse inUse(String name) {
        // The default account may turn out to be the sandbox, of which there is one.
        return accounts.computeIfAbsent(
                AccountInUse.ledgerName(settings, name),
                key -> AccountInUse.open(settings, name, err));
    }

    @Override
    public void close() {
        accounts.values().forEach(AccountInUse::close);
        ledger.close();
        folder.close();
    }
}
