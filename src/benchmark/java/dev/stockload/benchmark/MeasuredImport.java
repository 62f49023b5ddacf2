package dev.stockload.benchmark;

import dev.stockload.batch.ProcessContext;
import dev.stockload.database.DataFolderLock;
import dev.stockload.database.LedgerAddress;
import dev.stockload.imports.Imports;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/**
 * An import as a command does it, which ends after so many requests, and how long its parts took.
 */
final class MeasuredImport implements RunListener {
    private final StopSignal stop = new StopSignal();
    private final int requests;
    private long start;
    private double untilSending;
    private double untilAnswer;
    private double untilEnd;

    private MeasuredImport(int requests) {
        this.requests = requests;
    }

    static MeasuredImport of(
            ImportOrder order, int requests, LedgerAddress address, Path data, URI service)
            throws IOException {
        return of(order, requests, address, data, service, Time.real());
    }

    /** A whole import that does not wait for the pace of the service. */
    static MeasuredImport hurried(ImportOrder order, Path data, URI service) throws IOException {
        LedgerAddress address = LedgerAddress.inFolder(data);
        return of(order, Integer.MAX_VALUE, address, data, service, new HurriedTime());
    }

    private static MeasuredImport of(
            ImportOrder order,
            int requests,
            LedgerAddress address,
            Path data,
            URI service,
            Time time)
            throws IOException {
        MeasuredImport measured = new MeasuredImport(requests);
        try (DataFolderLock ignored = DataFolderLock.take(data, "benchmark").orElseThrow();
                Ledger ledger = Ledger.open(address)) {
            Account account =
                    new Account(
                            order.account(),
                            service,
                            "app",
                            "secret",
                            "token",
                            false,
                            Account.DEFAULT_DOUBT);
            new Imports(
                            new ProcessContext(
                                    ledger,
                                    data,
                                    ledger.owners().enter(DataFolderLock.name(data)),
                                    time,
                                    name -> new Merchant(account, time)),
                            new Caller(measured.stop, measured))
                    .start(order);
            measured.untilEnd = measured.seconds();
        }
        return measured;
    }

    /** The seconds of reading and settling. */
    double untilSending() {
        return untilSending;
    }

    /** The seconds of reading, settling, clearing, an intent, and the answer to its request. */
    double untilAnswer() {
        return untilAnswer;
    }

    /** The seconds of all of it. */
    double untilEnd() {
        return untilEnd;
    }

    @Override
    public void onStart(Run run) {
        start = System.nanoTime();
    }

    @Override
    public void onSending(Run run) {
        untilSending = seconds();
        if (requests == 0) {
            stop.ask();
        }
    }

    @Override
    public void onProgress(Run run) {
        if (untilAnswer == 0) {
            untilAnswer = seconds();
        }
        if (run.requests() >= requests) {
            stop.ask();
        }
    }

    private double seconds() {
        return (System.nanoTime() - start) / 1e9;
    }
}
