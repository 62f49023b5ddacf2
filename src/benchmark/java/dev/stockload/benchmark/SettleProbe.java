package dev.stockload.benchmark;

import dev.stockload.book.rules.Work;
import dev.stockload.database.LedgerAddress;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.stock.MissingMode;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** An import up to the answer to its first request: reading, settling, clearing, an intent. */
final class SettleProbe {
    private SettleProbe() {}

    static double seconds(LedgerAddress address, Path data, URI service, Path sheet)
            throws IOException {
        ImportOrder order =
                new ImportOrder(
                        ImportOrder.NO_JOB,
                        "default",
                        sheet,
                        ImportOptions.of(SheetOptions.none(), Work.CHANGED, MissingMode.KEEP),
                        true,
                        false);
        return MeasuredImport.of(order, 1, address, data, service).untilAnswer();
    }
}
