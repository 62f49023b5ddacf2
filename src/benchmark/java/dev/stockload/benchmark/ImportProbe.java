package dev.stockload.benchmark;

import dev.stockload.book.rules.Work;
import dev.stockload.check.CheckedSheet;
import dev.stockload.database.LedgerAddress;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.stock.MissingMode;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** One check, or one import or its beginning, in a JVM of its own; prints the seconds. */
public final class ImportProbe {
    private ImportProbe() {}

    /** The work, or the number of requests to send; the sheet; the data folder; the service. */
    public static void main(String[] args) throws IOException {
        Path sheet = Path.of(args[1]);
        Path data = Path.of(args[2]);
        URI service = URI.create(args[3]);
        System.out.println(
                switch (args[0]) {
                    case "check" -> check(sheet);
                    case "night" ->
                            MeasuredImport.hurried(order(sheet, Work.CHANGED), data, service)
                                    .untilEnd();
                    default -> untilSending(data, sheet, Integer.parseInt(args[0]), service);
                });
    }

    private static double check(Path sheet) throws IOException {
        long start = System.nanoTime();
        CheckedSheet.read(sheet, SheetOptions.none(), rows -> {});
        return (System.nanoTime() - start) / 1e9;
    }

    /** The seconds until sending begins; it ends after so many requests. */
    private static double untilSending(Path data, Path sheet, int requests, URI service)
            throws IOException {
        ImportOrder order = order(sheet, Work.ALL);
        return MeasuredImport.of(order, requests, LedgerAddress.inFolder(data), data, service)
                .untilSending();
    }

    private static ImportOrder order(Path sheet, Work send) {
        ImportOptions options = ImportOptions.of(SheetOptions.none(), send, MissingMode.KEEP);
        return new ImportOrder("nightly", "default", sheet, options, false, false);
    }
}
