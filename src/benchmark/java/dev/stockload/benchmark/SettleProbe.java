package dev.stockload.benchmark;

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

/** An import up to the answer to its first request: reading, settling, clearing, an intent. */
final class SettleProbe {
    private SettleProbe() {}

    static double seconds(LedgerAddress address, Path data, URI service, Path sheet)
            throws IOException {
        StopSignal stop = new StopSignal();
        double[] seconds = new double[1];
        RunListener listener =
                new RunListener() {
                    private long start;

                    @Override
                    public void begins(Run run) {
                        start = System.nanoTime();
                    }

                    @Override
                    public void goesOn(Run run) {
                        if (seconds[0] == 0) {
                            seconds[0] = (System.nanoTime() - start) / 1e9;
                        }
                        stop.ask();
                    }
                };
        try (DataFolder own = DataFolder.take(data, "benchmark").orElseThrow();
                Ledger ledger = Ledger.open(address)) {
            Account account = new Account("default", service, "app", "secret", "token", false);
            Imports imports =
                    new Imports(
                            new ProcessContext(
                                    ledger, data, ledger.owners().enter(own.name()), Time.real()),
                            name -> new Merchant(account, Time.real()),
                            stop,
                            listener);
            imports.start(
                    new ImportOrder(
                            ImportOrder.NO_JOB,
                            "default",
                            sheet,
                            SheetOptions.none(),
                            SendMode.CHANGED,
                            true,
                            Optional.empty(),
                            false));
            return seconds[0];
        }
    }
}
