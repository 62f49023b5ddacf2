package dev.stockload.benchmark;

import dev.stockload.check.CheckedSheet;
import dev.stockload.check.ReadingListener;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.Imports;
import dev.stockload.imports.SendMode;
import dev.stockload.ledger.DataFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.ledger.Run;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;
import dev.stockload.sheet.SheetOptions;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** One check, or the beginning of one import, in a JVM of its own; prints the seconds. */
public final class ImportProbe {
    private ImportProbe() {}

    /** The work, or the number of requests to send; the sheet; the data folder; the service. */
    public static void main(String[] args) throws IOException {
        Path sheet = Path.of(args[1]);
        System.out.println(
                args[0].equals("check")
                        ? check(sheet)
                        : untilSending(
                                Path.of(args[2]),
                                sheet,
                                Integer.parseInt(args[0]),
                                URI.create(args[3])));
    }

    private static double check(Path sheet) throws IOException {
        long start = System.nanoTime();
        CheckedSheet.read(sheet, SheetOptions.none(), ReadingListener.NONE);
        return seconds(start);
    }

    /** The seconds until sending begins; it ends after so many requests. */
    private static double untilSending(Path data, Path sheet, int requests, URI service)
            throws IOException {
        StopSignal stop = new StopSignal();
        double[] seconds = new double[1];
        try (DataFolder own = DataFolder.take(data, "benchmark").orElseThrow();
                Ledger ledger = Ledger.open(LedgerAddress.inFolder(data))) {
            Account account = new Account("default", service, "app", "secret", "token", false);
            RunListener listener =
                    new RunListener() {
                        private long start;

                        @Override
                        public void begins(Run run) {
                            start = System.nanoTime();
                        }

                        @Override
                        public void sends(Run run) {
                            seconds[0] = seconds(start);
                            if (requests == 0) {
                                stop.ask();
                            }
                        }

                        @Override
                        public void goesOn(Run run) {
                            if (run.requests() == requests) {
                                stop.ask();
                            }
                        }
                    };
            Imports imports =
                    new Imports(
                            new ProcessContext(ledger, data, own.name(), Time.real()),
                            name -> new Merchant(account, Time.real()),
                            stop,
                            listener);
            imports.start(
                    new ImportOrder(
                            ImportOrder.NO_JOB,
                            "default",
                            sheet,
                            SheetOptions.none(),
                            SendMode.ALL,
                            false,
                            Optional.empty(),
                            false));
            return seconds[0];
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
