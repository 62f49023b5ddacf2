package dev.stockload.benchmark;

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
import dev.stockload.runs.Caller;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.stock.MissingMode;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Nights that change a thousand sizes each, imported by the program in a time that it skips. */
final class ChangingNights {
    /** As long as the history is kept. */
    static final int MOST = 400;

    static final int FIRST_PRODUCT = 100_000;

    private static final int SIZES = 10_000;
    private static final int CHANGED = 1_000;
    private static final int SIZES_A_PRODUCT = 20;

    private ChangingNights() {}

    static void play(LedgerAddress address, Path data, URI service, int nights) throws IOException {
        SkippedTime time = new SkippedTime(Instant.now().minus(Duration.ofDays(nights)));
        Account account =
                new Account(
                        "default", service, "app", "secret", "token", false, Account.DEFAULT_DOUBT);
        Path sheet = data.resolveSibling("changes.csv");
        try (DataFolderLock lock = DataFolderLock.take(data, "benchmark").orElseThrow();
                Ledger ledger = Ledger.open(address)) {
            Imports imports =
                    new Imports(
                            new ProcessContext(
                                    ledger,
                                    data,
                                    ledger.owners().enter(DataFolderLock.name(data)),
                                    time,
                                    name -> new Merchant(account, time)),
                            Caller.silent());
            for (int night = 0; night < nights; night++) {
                Files.writeString(sheet, rows(night));
                imports.start(
                        new ImportOrder(
                                "changes",
                                account.name(),
                                sheet,
                                ImportOptions.of(
                                        SheetOptions.none(), Work.CHANGED, MissingMode.KEEP),
                                false,
                                false));
                time.skip(Duration.ofDays(1));
            }
        }
    }

    /** Every night another tenth of the sizes has changed. */
    private static String rows(int night) {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        for (int size = 0; size < SIZES; size++) {
            int product = FIRST_PRODUCT + size / SIZES_A_PRODUCT;
            int turn = size / CHANGED;
            int changes = (night + SIZES / CHANGED - turn) / (SIZES / CHANGED);
            rows.append(
                    "%d,shade %d,%d,%d%n"
                            .formatted(product, size / 5 % 4, 36 + size % 5, 1 + changes % 50));
        }
        return rows.toString();
    }

    /** A time that does not wait. */
    private static final class SkippedTime implements Time {
        private final Instant start;
        private Duration passed = Duration.ZERO;

        SkippedTime(Instant start) {
            this.start = start;
        }

        synchronized void skip(Duration time) {
            passed = passed.plus(time);
        }

        @Override
        public synchronized Instant instant() {
            return start.plus(passed);
        }

        @Override
        public void rest(Duration time, StopSignal stop) {
            skip(time);
        }

        @Override
        public synchronized long nanos() {
            return passed.toNanos();
        }
    }
}
