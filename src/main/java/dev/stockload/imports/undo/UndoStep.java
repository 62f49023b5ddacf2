package dev.stockload.imports.undo;

import dev.stockload.book.Book;
import dev.stockload.book.BookHistory.SheetRow;
import dev.stockload.book.RunColour;
import dev.stockload.book.Settlement;
import dev.stockload.book.UndoneSizes.UndoneSize;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunFacts.Standing;
import dev.stockload.book.rules.Sending;
import dev.stockload.book.rules.Undoing;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.read.Preparation;
import dev.stockload.imports.read.RunContext;
import dev.stockload.imports.read.StockLook;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Prepares an undo: ends the run that it undoes, looks at the service, and names in the book what
 * was there before, if the service still shows what the run sent (rule 10).
 */
public record UndoStep(RunContext context, UndoOrder order) implements Preparation {
    @Override
    public void settle() {
        Ledger ledger = context.ledger();
        Run undone = ledger.runs().get(order.run());
        UndoPlan plan = new UndoPlan(ledger, undone).only(order.products());
        Book book = context.book();
        Set<Integer> read =
                new StockLook(context, "Comparing products with what the run sent")
                        .lookAtEach(plan.products(), book);
        context.name(
                naming -> {
                    endUndone(undone);
                    return settled(naming, undone, plan, read);
                });
    }

    /** Ends the undone run; undoing an undo lets the run that was undone first stand again. */
    private void endUndone(Run undone) {
        if (!order.products().isEmpty()) {
            return;
        }
        Runs runs = context.ledger().runs();
        runs.standing(undone.id(), Standing.UNDONE);
        if (undone.isUndo()) {
            UndoOrder first = RunOptions.read(undone.options()).undo();
            runs.find(first.run())
                    .filter(run -> run.standing() == Standing.UNDONE)
                    .ifPresent(run -> runs.standing(run.id(), Standing.DONE));
        }
    }

    private Settlement.Settled settled(
            Settlement.RunNaming naming, Run undone, UndoPlan plan, Set<Integer> read) {
        Ledger ledger = context.ledger();
        // Read again: the standing of the undone run, which the rules ask for, has just changed.
        Book book = ledger.book(context.run().account());
        Undoing undoing = new Undoing(context.run().view(), undone.view(), book);
        List<RunColour> soldOut = new ArrayList<>();
        List<RunColour> others = new ArrayList<>();
        Stream<UndoneSize> sizes =
                book.each(plan.products())
                        .flatMap(
                                product -> {
                                    boolean isRead = read.contains(product.id());
                                    List<UndoneSize> ofProduct =
                                            plan.undo(
                                                    product,
                                                    undoing,
                                                    isRead,
                                                    naming.changes(size -> SheetRow.NONE));
                                    naming.named(product);
                                    List<RunColour> sending =
                                            context.toSend(product, keys(ofProduct), book);
                                    boolean gone =
                                            sending.stream()
                                                    .anyMatch(
                                                            each ->
                                                                    hasSoldOut(
                                                                            product, each, book));
                                    (gone ? soldOut : others).addAll(sending);
                                    return ofProduct.stream();
                                });
        // Each product is settled when its sizes are kept.
        ledger.undoneSizes().keep(context.run().id(), sizes::iterator);
        List<RunColour> ordered = Stream.of(soldOut, others).flatMap(List::stream).toList();
        return Settlement.Settled.withoutSheet(ordered);
    }

    private static List<String> keys(List<UndoneSize> sizes) {
        return sizes.stream().map(UndoneSize::key).distinct().toList();
    }

    private boolean hasSoldOut(ProductEntry product, RunColour colour, Book book) {
        return Sending.toSend(product, colour.key(), context.run().view(), book).values().stream()
                .anyMatch(stock -> stock.pieces() == 0);
    }
}
