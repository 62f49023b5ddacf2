package dev.stockload.imports.undo;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Book;
import dev.stockload.book.rules.MissingMode;
import dev.stockload.book.rules.ProductEntry.Changes;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.Undoing;
import dev.stockload.book.rules.Work;
import dev.stockload.imports.enter.UndoneRun;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.read.ProductCatalogue;
import dev.stockload.imports.read.ShownStock;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ProductProgress;
import dev.stockload.runs.Run;
import dev.stockload.service.RetryingClient;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.util.Optional;
import java.util.Set;

/** Finds out what an undo would do, without doing it. */
public record UndoPreview(ProcessContext process, Caller caller) {
    /** What an undo would do now, by what the service shows; throws if it cannot be undone. */
    public UndoSummary of(UndoOrder order, ProductProgress progress) {
        Ledger ledger = process.ledger();
        Run run = ledger.runs().require(order.run());
        Optional<Run> begun =
                UndoneRun.of(ledger, run).map(UndoneRun::by).filter(Run::isUnfinished);
        if (begun.isPresent()) {
            throw new UnusableSheetException(
                    "Run %s has begun to undo it and is not finished: stockload resume %1$s"
                            .formatted(begun.get().id()));
        }
        UndoPlan plan = UndoPlan.of(ledger, run, order.products(), process.time().instant());
        try (RetryingClient service = new RetryingClient(process, run.account(), caller)) {
            ProductCatalogue catalogue = new ProductCatalogue(service.products());
            Book book = ledger.book(run.account());
            Undoing undoing = new Undoing(newestUndo(), run.view(), book);
            UndoSummary.Builder summary = new UndoSummary.Builder(catalogue::item);
            Set<Integer> products = plan.products();
            int[] at = {0};
            book.each(products)
                    .forEach(
                            product -> {
                                progress.at(at[0]++, products.size());
                                caller.stop().check();
                                int id = product.id();
                                boolean readable = !product.isHidden() || catalogue.contains(id);
                                if (readable) {
                                    ShownStock.record(product, service.stock(id), book);
                                }
                                plan.undo(product, undoing, readable, Changes.NOWHERE)
                                        .forEach(summary::add);
                            });
            return summary.build(
                    run.id(), new StockDiff.Base(StockDiff.Base.SERVICE, process.time().instant()));
        }
    }

    private static RunView newestUndo() {
        return new RunView(
                RunView.NEWEST, RunView.NEWEST, UndoOrder.JOB, false, MissingMode.KEEP, Work.UNDO);
    }
}
