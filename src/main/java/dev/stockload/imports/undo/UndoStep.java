package dev.stockload.imports.undo;

import dev.stockload.book.Book;
import dev.stockload.book.BookHistory.SheetRow;
import dev.stockload.book.RunColour;
import dev.stockload.book.Settlement;
import dev.stockload.book.UndoneSizes.UndoneSize;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SendRules;
import dev.stockload.book.rules.UndoRules;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.run.Preparation;
import dev.stockload.imports.run.RunContext;
import dev.stockload.imports.run.StockLook;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
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
                        .lookAtEach(plan.products(), book)
                        .keySet();
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
        runs.undone(undone);
        if (undone.isUndo()) {
            UndoOrder first = RunOptions.read(undone.options()).undo();
            runs.find(first.run()).filter(Run::isUndone).ifPresent(runs::standsAgain);
        }
    }

    private Settlement.Settled settled(
            Settlement.RunNaming naming, Run undone, UndoPlan plan, Set<Integer> read) {
        Ledger ledger = context.ledger();
        // Read again: the standing of the undone run, which the rules ask for, has just changed.
        Book book = ledger.book(context.run().account());
        UndoRules undoing = new UndoRules(context.run().view(), undone.view(), book);
        SendRules sending = new SendRules(context.run().view(), book);
        List<RunColour> soldOut = new ArrayList<>();
        List<RunColour> others = new ArrayList<>();
        Function<ProductEntry, Stream<UndoneSize>> undo =
                product -> {
                    boolean isRead = read.contains(product.id());
                    List<UndoneSize> sizes =
                            plan.undo(product, undoing, isRead, naming.changes(s -> SheetRow.NONE));
                    naming.named(product);
                    Map<ColourEntry, SortedMap<Size, Stock>> values =
                            sending.toSend(
                                    sizes.stream()
                                            .map(UndoneSize::key)
                                            .distinct()
                                            .map(product.colours()::get));
                    boolean isSoldOut =
                            values.values().stream()
                                    .flatMap(each -> each.values().stream())
                                    .anyMatch(stock -> stock.pieces() == 0);
                    values.keySet().stream()
                            .map(colour -> RunColour.withoutRows(colour, 0))
                            .forEach((isSoldOut ? soldOut : others)::add);
                    return sizes.stream();
                };
        Stream<UndoneSize> sizes = book.each(plan.products()).flatMap(undo);
        // Each product is settled when its sizes are kept.
        ledger.undoneSizes().keep(context.run().id(), sizes::iterator);
        List<RunColour> ordered = Stream.of(soldOut, others).flatMap(List::stream).toList();
        return Settlement.Settled.withoutSheet(ordered);
    }
}
