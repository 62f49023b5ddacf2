package dev.stockload.imports.change;

import static dev.stockload.runs.ColourState.READY;

import dev.stockload.book.AccountRuns;
import dev.stockload.book.Book;
import dev.stockload.book.RunColour;
import dev.stockload.book.Settlement;
import dev.stockload.book.UndoneSizes.UndoneSize;
import dev.stockload.book.rules.ColourEntry;
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
import dev.stockload.runs.Tally;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Prepares an undo: ends the run that it undoes, looks at the service, and names in the book what
 * was there before, if the service still shows what the run sent (rule 10).
 */
public final class UndoStep implements Preparation {
    private final RunContext context;
    private final Ledger ledger;
    private final UndoOrder order;
    private Run undone;

    public UndoStep(RunContext context, UndoOrder order) {
        this.context = context;
        this.ledger = context.ledger();
        this.order = order;
    }

    @Override
    public void stage() {
        ledger.settlement().stageWithoutSheet(context.run());
    }

    @Override
    public void settle() {
        undone = ledger.runs().get(order.run());
        SortedMap<Integer, SortedMap<ProductEntry.Place, Undoing.Done>> done =
                UndoPreview.done(ledger, undone, order.products());
        AccountRuns runs = ledger.book().runs(context.run().account());
        Set<Integer> read =
                new StockLook(context)
                        .look(
                                ledger.book()
                                        .products(context.run().account(), done.keySet(), runs),
                                runs,
                                "Comparing products with what the run sent");
        ledger.settlement()
                .name(
                        context.run(),
                        context.time().instant(),
                        naming -> {
                            endUndone();
                            return settled(naming, done, read);
                        });
    }

    /** Ends the undone run; undoing an undo lets the run that was undone first stand again. */
    private void endUndone() {
        if (!order.products().isEmpty()) {
            return;
        }
        ledger.runs().standing(undone.id(), Standing.UNDONE);
        if (undone.isUndo()) {
            UndoOrder first = RunOptions.read(undone.options()).undo();
            ledger.runs()
                    .find(first.run())
                    .filter(run -> run.standing() == Standing.UNDONE)
                    .ifPresent(run -> ledger.runs().standing(run.id(), Standing.DONE));
        }
    }

    private Settlement.Settled settled(
            Settlement.Naming naming,
            SortedMap<Integer, SortedMap<ProductEntry.Place, Undoing.Done>> done,
            Set<Integer> read) {
        // Read again: the standing of the undone run, which the rules ask for, has just changed.
        AccountRuns runs = ledger.book().runs(context.run().account());
        Undoing undoing = new Undoing(context.run().view(), undone.view(), runs);
        List<UndoneSize> fates = new ArrayList<>();
        List<RunColour> soldOut = new ArrayList<>();
        List<RunColour> others = new ArrayList<>();
        ledger.book()
                .products(context.run().account(), done.keySet(), runs)
                .forEach(
                        (id, page) -> {
                            List<RunColour> sending =
                                    undo(naming, page, done.get(id), undoing, read, fates, runs);
                            boolean gone =
                                    sending.stream().anyMatch(each -> hasSoldOut(page, each, runs));
                            (gone ? soldOut : others).addAll(sending);
                        });
        ledger.undoneSizes().keep(context.run().id(), fates);
        List<RunColour> ordered = Stream.of(soldOut, others).flatMap(List::stream).toList();
        return new Settlement.Settled(
                ordered, List.of(), List.of(), Tally.NONE.plus(READY, ordered.size(), 0));
    }

    private boolean hasSoldOut(Book.Page page, RunColour colour, AccountRuns runs) {
        return Sending.toSend(page.product(), colour.key(), context.run().view(), runs)
                .values()
                .stream()
                .anyMatch(stock -> stock.pieces() == 0);
    }

    private List<RunColour> undo(
            Settlement.Naming naming,
            Book.Page page,
            SortedMap<ProductEntry.Place, Undoing.Done> done,
            Undoing undoing,
            Set<Integer> read,
            List<UndoneSize> fates,
            AccountRuns runs) {
        ProductEntry product = page.product();
        UndoWords words = new UndoWords(ledger, undone);
        SortedSet<String> keys = new TreeSet<>();
        done.forEach(
                (place, each) -> {
                    Undoing.Fate fate =
                            undoing.undo(
                                    product,
                                    place,
                                    each,
                                    read.contains(product.id()),
                                    naming.changes(size -> 0));
                    keys.add(place.colour());
                    fates.add(words.of(product, place, each, fate));
                });
        naming.named(page);
        List<RunColour> sending = new ArrayList<>();
        for (String key : keys) {
            ColourEntry colour = product.colours().get(key);
            if (!Sending.toSend(product, key, context.run().view(), runs).isEmpty()) {
                sending.add(RunColour.withoutRows(product.id(), key, colour.nameOr(key), 0));
            }
        }
        return sending;
    }
}
