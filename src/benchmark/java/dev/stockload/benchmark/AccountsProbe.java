package dev.stockload.benchmark;

import com.sun.management.OperatingSystemMXBean;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.rules.MissingMode;
import dev.stockload.book.rules.Work;
import dev.stockload.database.DataFolderLock;
import dev.stockload.database.LedgerAddress;
import dev.stockload.imports.Imports;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Caller;
import dev.stockload.runs.RunState;
import dev.stockload.sheet.SheetOptions;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One process in which many accounts import at once; prints its CPU time and peak memory. */
public final class AccountsProbe {
    private AccountsProbe() {}

    /** The number of accounts; the sheet; the data folder; the service; the database. */
    public static void main(String[] args) throws IOException {
        Path data = Path.of(args[2]);
        URI service = URI.create(args[3]);
        LedgerAddress address =
                args.length > 4
                        ? new LedgerAddress(args[4], "postgres", "postgres")
                        : LedgerAddress.inFolder(data);
        try (DataFolderLock ignored = DataFolderLock.take(data, "benchmark").orElseThrow();
                Ledger ledger = Ledger.open(address)) {
            ProcessContext process =
                    new ProcessContext(
                            ledger,
                            data,
                            ledger.owners().enter(DataFolderLock.name(data), () -> {}),
                            Time.real(),
                            name ->
                                    new Merchant(
                                            new Account(
                                                    name,
                                                    service,
                                                    name,
                                                    "secret",
                                                    "token",
                                                    false,
                                                    Account.DEFAULT_DOUBT),
                                            Time.real()));
            Imports imports = new Imports(process, Caller.silent());
            try (ImportQueue queue =
                    new ImportQueue(
                                    imports,
                                    ledger,
                                    ImportQueue.WORKERS,
                                    Duration.ofSeconds(20),
                                    (run, fault) -> {})
                            .start()) {
                importAll(ledger, queue, Integer.parseInt(args[0]), Path.of(args[1]));
            }
        }
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.out.println(system.getProcessCpuTime() / 1e9);
        System.out.println(Run.peakBytes() / 1e6);
    }

    private static void importAll(Ledger ledger, ImportQueue queue, int accounts, Path sheet)
            throws IOException {
        List<ImportTicket> tickets = new ArrayList<>();
        for (int account = 0; account < accounts; account++) {
            tickets.add(
                    queue.submit(
                            new ImportOrder(
                                    ImportOrder.NO_JOB,
                                    "account-" + account,
                                    sheet,
                                    ImportOptions.of(
                                            SheetOptions.none(), Work.ALL, MissingMode.KEEP),
                                    false,
                                    false)));
        }
        for (ImportTicket ticket : tickets) {
            while (ledger.waitingRuns().find(ticket.run()).isPresent()) {
                Time.real().rest(Duration.ofMillis(20), new StopSignal());
            }
            if (ledger.runs().get(ticket.run()).state() != RunState.COMPLETED) {
                throw new IllegalStateException(ledger.runs().get(ticket.run()).message());
            }
        }
    }
}
