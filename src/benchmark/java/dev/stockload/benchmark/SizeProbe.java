package dev.stockload.benchmark;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.rules.Work;
import dev.stockload.database.DataFolderLock;
import dev.stockload.database.LedgerAddress;
import dev.stockload.imports.Imports;
import dev.stockload.imports.change.Previews;
import dev.stockload.imports.change.RunVerification;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.imports.keep.StateBackup;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.undo.UndoSummary;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.stock.MissingMode;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.Set;

/** One thing that people do with a large run, in a JVM of its own; prints time and memory. */
public final class SizeProbe {
    private SizeProbe() {}

    /** What; the sheet; the data folder; the service. */
    public static void main(String[] args) throws IOException {
        long start = System.nanoTime();
        Path data = Path.of(args[2]);
        Time time = new HurriedTime();
        Account account =
                new Account(
                        "default",
                        URI.create(args[3]),
                        "app",
                        "secret",
                        "token",
                        false,
                        Account.DEFAULT_DOUBT);
        String said;
        try (DataFolderLock ignored = DataFolderLock.take(data, "benchmark").orElseThrow();
                Ledger ledger = Ledger.open(LedgerAddress.inFolder(data))) {
            ProcessContext process =
                    new ProcessContext(
                            ledger,
                            data,
                            ledger.owners().enter(DataFolderLock.name(data)),
                            time,
                            name -> new Merchant(account, time));
            said = done(args[0], Path.of(args[1]), process);
        }
        long heap =
                ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getType() == MemoryType.HEAP)
                        .filter(pool -> pool.getCollectionUsage() != null)
                        .mapToLong(pool -> pool.getPeakUsage().getUsed())
                        .sum();
        System.out.printf(
                "%-8s %7.1f s, at most %4d MB of heap, %4d MB in all: %s%n",
                args[0],
                (System.nanoTime() - start) / 1e9,
                heap >> 20,
                dev.stockload.benchmark.Run.peakBytes() >> 20,
                said);
    }

    private static String done(String what, Path sheet, ProcessContext process) throws IOException {
        Caller caller = new Caller(new StopSignal(), RunListener.NOBODY);
        Imports imports = new Imports(process, caller);
        ImportOrder order =
                new ImportOrder(
                        "nightly",
                        "default",
                        sheet,
                        ImportOptions.of(SheetOptions.none(), Work.CHANGED, MissingMode.REPORT),
                        false,
                        false);
        if (what.equals("import")) {
            return imports.start(order).report().colours().toString();
        }
        Run run = process.ledger().runs().latestUsable("default", "nightly").orElseThrow();
        return switch (what) {
            case "report" -> new Reports(process.ledger(), process.data()).write(run).toString();
            case "resume" ->
                    imports.resume(run, ResumeOptions.forced(false)).report().colours().toString();
            case "verify" ->
                    String.valueOf(
                            new RunVerification(process, caller)
                                    .verify(run, OptionalInt.empty(), (at, all) -> {})
                                    .sizes());
            case "diff" ->
                    new Previews(process, caller)
                            .ofOrder(order, false, (at, all) -> {})
                            .diff()
                            .totals()
                            .toString();
            case "why" ->
                    new StockHistory(process, caller)
                                    .of(
                                            new StockHistory.Question(
                                                    "default",
                                                    "100000",
                                                    null,
                                                    null,
                                                    Duration.ofDays(90)))
                                    .colours()
                                    .size()
                            + " colours";
            case "backup" -> {
                new StateBackup(process.data(), process.ledger())
                        .write(process.data().resolveSibling("size-" + System.nanoTime() + ".zip"));
                yield "written";
            }
            default -> undone(run, process, imports, caller);
        };
    }

    private static String undone(Run run, ProcessContext process, Imports imports, Caller caller)
            throws IOException {
        UndoOrder order = new UndoOrder(run.id(), Set.of(), null);
        return imports.undo(order, UndoSummary.of(order, process, caller, (at, all) -> {}))
                .report()
                .colours()
                .toString();
    }
}
