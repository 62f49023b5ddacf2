package dev.stockload.imports;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.StockRules;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.undo.UndoSummary;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.stock.MissingMode;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Orders of people and jobs that read a sheet with the usual options. */
public final class Orders {
    private Orders() {}

    public static ImportOrder byHand(String account, Path file) {
        return byHand(account, file, VerifyMode.NONE);
    }

    public static ImportOrder byHand(String account, Path file, VerifyMode verify) {
        return order(
                ImportOrder.NO_JOB,
                account,
                file,
                new ImportOptions(
                        SheetOptions.none(),
                        Work.ALL,
                        MissingMode.KEEP,
                        NewColourMode.SEND,
                        StockRules.NONE,
                        Optional.empty(),
                        verify));
    }

    /** A job that sends to the default account what has changed. */
    public static ImportOrder nightly(String job, Path file, MissingMode missing, Brake brake) {
        return order(
                job,
                "default",
                file,
                new ImportOptions(
                        SheetOptions.none(),
                        Work.CHANGED,
                        missing,
                        NewColourMode.SEND,
                        StockRules.NONE,
                        Optional.of(brake),
                        VerifyMode.NONE));
    }

    /** The plan of an undo that was made while there was something to restore. */
    public static UndoSummary restoring(UndoOrder order) {
        return new UndoSummary(order.run(), null, 1, 0, 0, 0, List.of());
    }

    static ImportOrder order(String job, String account, Path file, ImportOptions options) {
        return new ImportOrder(job, account, file, options, false, false);
    }
}
