package dev.stockload.benchmark;

import com.sun.management.OperatingSystemMXBean;

import dev.stockload.batch.ProcessContext;
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
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run.State;
import dev.stockload.runs.RunListener;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.stock.MissingMode;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One process in which many accounts import at once, after some others have; prints the CPU time
 * without that of settling, that of settling, what of the first the compiler and the garbage
 * collector took, the CPU time of the process since its start, and its peak memory.
 */
public final class AccountsProbe {
    static final int WARM = 200;
    private static final AtomicLong SETTLING = new AtomicLong();

    private AccountsProbe() {}

    /** The number of accounts; the sheet; the data folder; the service; the database. */
    public static void main(String[] args) throws Exception {
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
            Path sheet = Path.of(args[1]);
            Imports imports = new Imports(process, new Caller(new StopSignal(), new Settling()));
            importAll(imports, IntStream.rangeClosed(-WARM, -1), sheet);
            long before = cpu();
            long compiled = cpuOf("C1 ", "C2 ");
            long collected = cpuOf("VM Thread");
            SETTLING.set(0);
            importAll(imports, IntStream.range(0, Integer.parseInt(args[0])), sheet);
            System.out.println((cpu() - before - SETTLING.get()) / 1e9);
            System.out.println(SETTLING.get() / 1e9);
            System.out.println((cpuOf("C1 ", "C2 ") - compiled) / 1e9);
            System.out.println((cpuOf("VM Thread") - collected) / 1e9);
            System.out.println(cpu() / 1e9);
        }
        System.out.println(Run.peakBytes() / 1e6);
    }

    /** The nanoseconds of threads of the JVM itself; 0 where the system does not tell. */
    private static long cpuOf(String... names) throws IOException {
        Path tasks = Path.of("/proc/self/task");
        if (!Files.isDirectory(tasks)) {
            return 0;
        }
        long sum = 0;
        try (Stream<Path> threads = Files.list(tasks)) {
            for (Path thread : threads.toList()) {
                try {
                    String name = Files.readString(thread.resolve("comm"));
                    if (Stream.of(names).anyMatch(name::startsWith)) {
                        String spent = Files.readString(thread.resolve("schedstat"));
                        sum += Long.parseLong(spent.split(" ")[0]);
                    }
                } catch (IOException e) {
                    // It has ended.
                }
            }
        }
        return sum;
    }

    private static long cpu() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime();
    }

    /** Counts the processor time until a run begins to send. */
    private static final class Settling implements RunListener {
        private final ThreadLocal<Long> from = new ThreadLocal<>();

        @Override
        public void onStart(dev.stockload.runs.Run run) {
            from.set(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        }

        @Override
        public void onSending(dev.stockload.runs.Run run) {
            long now = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            SETTLING.addAndGet(now - from.get());
        }
    }

    private static void importAll(Imports imports, IntStream accounts, Path sheet)
            throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(ImportQueue.WORKERS);
        List<Future<Imports.Result>> results =
                threads.invokeAll(
                        accounts.mapToObj("account%d"::formatted)
                                .map(account -> importOf(imports, account, sheet))
                                .toList());
        threads.shutdown();
        for (Future<Imports.Result> result : results) {
            if (result.get().run().state() != State.COMPLETED) {
                throw new IllegalStateException(result.get().run().message());
            }
        }
    }

    private static Callable<Imports.Result> importOf(Imports imports, String account, Path sheet) {
        ImportOptions options = ImportOptions.of(SheetOptions.none(), Work.ALL, MissingMode.KEEP);
        return () ->
                imports.start(
                        new ImportOrder(ImportOrder.NO_JOB, account, sheet, options, false, false));
    }
}
