package dev.stockload.app;

import dev.stockload.details.Details;
import dev.stockload.imports.Diffs;
import dev.stockload.imports.Imports;
import dev.stockload.imports.Undo;
import dev.stockload.imports.Verification;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.JobContext;
import dev.stockload.jobs.Notifier;
import dev.stockload.ledger.DataFolderLock;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.ledger.RestoreJournal;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.notifications.Channels;
import dev.stockload.runs.FaultMessages;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.Time;
import dev.stockload.sources.Sources;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The program put together: the settings, the data folder that is ours until this is closed, the
 * ledger in it, and what works with them.
 */
public final class Workspace implements AutoCloseable {
    private final Settings settings;
    private final DataFolderLock folder;
    private final Ledger ledger;
    private final Caller owner;
    private final PrintWriter err;
    private final Map<String, OpenAccount> accounts = new HashMap<>();
    private final ProcessContext process;
    private final Imports imports;
    private Details details;
    private volatile boolean lost;

    private Workspace(
            Settings settings,
            DataFolderLock folder,
            Ledger ledger,
            Caller owner,
            PrintWriter err) {
        this.settings = settings;
        this.folder = folder;
        this.ledger = ledger;
        this.owner = owner;
        this.err = err;
        this.process =
                new ProcessContext(
                                ledger,
                                settings.data(),
                                ledger.owners().enter(folder.name(), this::connectionIsLost),
                                Time.real())
                        .keeping(settings.keep());
        this.imports = new Imports(process, this::merchant, owner.stop(), owner.listener());
    }

    /**
     * Takes the data folder, once it is free where it is to be waited for.
     *
     * @param owner whose process this is: they are stopped when nothing can be written any more
     */
    public static Workspace open(
            Settings settings, FolderClaim claim, Caller owner, PrintWriter err)
            throws IOException {
        DataFolderLock folder = DataFolderWait.take(settings.data(), claim, owner.stop(), err);
        Ledger ledger = null;
        try {
            LogFile.start(settings.data());
            ledger = ledger(settings);
            return new Workspace(settings, folder, ledger, owner, err);
        } catch (RuntimeException e) {
            if (ledger != null) {
                ledger.close();
            }
            folder.close();
            throw e;
        }
    }

    private static Ledger ledger(Settings settings) {
        LedgerAddress address = settings.ledger();
        RestoreJournal.check(address);
        try {
            return Ledger.open(address);
        } catch (RuntimeException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace, true));
            LoggerFactory.getLogger(Workspace.class)
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

    public Path data() {
        return settings.data();
    }

    public Ledger ledger() {
        return ledger;
    }

    /** The imports of the process's owner. */
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

    Undo undo(Caller caller) {
        return new Undo(process, this::merchant, caller.stop(), caller.listener());
    }

    Verification verification(Caller caller) {
        return new Verification(process, this::merchant, caller.stop(), caller.listener());
    }

    /** What the jobs of the settings work with. */
    public JobContext jobContext() {
        Sources sources = new Sources(settings.connections().sources(), owner.stop());
        return new JobContext(ledger, settings.data(), settings.jobs(), sources, Time.real());
    }

    /** The ways by which messages leave. */
    public Channels channels() {
        return settings.connections().channels(settings.data());
    }

    /** Knows which jobs miss a sheet. */
    public ExpectedSheets expectations() {
        return new ExpectedSheets(ledger, this::account);
    }

    /** Who tells how runs and jobs end. */
    public Notifier notifier() {
        return new Notifier(jobContext(), channels(), err::println);
    }

    /** In which the service counts its days. */
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
        return accounts.computeIfAbsent(
                account(name), key -> OpenAccount.open(settings, name, err));
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
                    "The database cannot be used any more, as when the disk is full: stopping;"
                            + " start Stockload again to continue");
            owner.stop().ask();
        }
    }

    public boolean isLost() {
        return lost;
    }

    /** Whether the ledger is a file that only this process has open. */
    public boolean hasFile() {
        return settings.ledger().isFile();
    }

    /** The name by which the ledger knows this process. */
    public String owner() {
        return process.owner();
    }

    void doing(String what) throws IOException {
        folder.doing(what);
    }

    @Override
    public void close() {
        accounts.values().forEach(OpenAccount::close);
        ledger.close();
        folder.close();
    }
}
