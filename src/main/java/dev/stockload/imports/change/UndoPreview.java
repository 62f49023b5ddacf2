package dev.stockload.imports.change;

import static dev.stockload.runs.ColourState.SENT;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.AccountRuns;
import dev.stockload.book.Book;
import dev.stockload.book.Requests.Request;
import dev.stockload.book.SentColour;
import dev.stockload.book.UndoneSizes.UndoneSize;
import dev.stockload.book.rules.MissingMode;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.Undoing;
import dev.stockload.compare.ProductProgress;
import dev.stockload.compare.StockDiff;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.read.ShownStock;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.RetentionTimes;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.RunState;
import dev.stockload.service.Merchants;
import dev.stockload.service.RetryingClient;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Shows what an undo of a run would restore, without sending anything. */
public record UndoPreview(
        ProcessContext process, Merchants merchants, StopSignal stop, RunListener listener) {
    private static final Duration KEPT = RetentionTimes.COLOURS;

    /**
     * Reads the service and returns what an undo would do now.
     *
     * @throws UnusableSheetException if the run cannot be undone
     */
    public UndoSummary plan(UndoOrder order, ProductProgress progress) {
        Ledger ledger = process.ledger();
        Run run = find(ledger, order.run());
        expectRecent(run, process.time().instant());
        SortedMap<Integer, SortedMap<ProductEntry.Place, Undoing.Done>> done =
                done(ledger, run, order.products());
        try (Merchant merchant = merchants.open(run.account())) {
            RetryingClient service = new RetryingClient(merchant, process.time(), stop, listener);
            Map<Integer, String> items = new HashMap<>();
            for (ProductSummary product : service.products()) {
                items.put(product.id(), product.artNo());
            }
            AccountRuns runs = ledger.book().runs(run.account());
            Undoing undoing = new Undoing(draft(), run.view(), runs);
            StockDiff.Builder diff =
                    new StockDiff.Builder(product -> items.getOrDefault(product, ""));
            UndoWords words = new UndoWords(ledger, run);
            List<UndoneSize> sizes = new ArrayList<>();
            int at = 0;
            for (Book.Page page :
                    ledger.book().products(run.account(), done.keySet(), runs).values()) {
                progress.at(at++, done.size());
                stop.check();
                ProductEntry product = page.product();
                ShownStock.look(product, service.stock(product.id()));
                String colour = null;
                for (Map.Entry<ProductEntry.Place, Undoing.Done> entry :
                        done.get(product.id()).entrySet()) {
                    ProductEntry.Place place = entry.getKey();
                    Undoing.Fate fate = undoing.fate(product.find(place), entry.getValue(), true);
                    UndoneSize size = words.of(product, place, entry.getValue(), fate);
                    sizes.add(size);
                    if (!place.colour().equals(colour)) {
                        colour = place.colour();
                        diff.colour(new StockDiff.Key(product.id(), size.colour()));
                    }
                    if (size.after() != null) {
                        diff.size(size.size(), size.now(), size.after(), null);
                    }
                }
            }
            StockDiff.Base base =
                    new StockDiff.Base(StockDiff.Base.SERVICE, process.time().instant());
            return UndoSummary.of(run.id(), sizes, diff.build(base, 0, 0));
        }
    }

    private static RunView draft() {
        long number = Integer.MAX_VALUE;
        return new RunView(
                number, number, UndoOrder.JOB, false, MissingMode.KEEP, RunView.Source.UNDO);
    }

    /**
     * The run with this id.
     *
     * @throws UnusableSheetException if there is none
     */
    public static Run find(Ledger ledger, String id) {
        return ledger.runs()
                .find(id)
                .orElseThrow(() -> new UnusableSheetException(Run.unknown(id)));
    }

    /** Whether to offer an undo: the run has ended and sent something that is still stored. */
    public static boolean isOffered(Run run, Instant now) {
        return run.state() != RunState.RUNNING
                && run.tally().colours(SENT) > 0
                && isRecent(run, now);
    }

    private static boolean isRecent(Run run, Instant now) {
        return run.endedAt() == null || !run.endedAt().plus(KEPT).isBefore(now);
    }

    /** What was replaced longer ago may be deleted in part. */
    public static void expectRecent(Run run, Instant now) {
        if (!isRecent(run, now)) {
            throw new UnusableSheetException(
                    "Run %s can no longer be undone: what a run has replaced is kept for %d days. Import a sheet with the right stock instead"
                            .formatted(run.id(), KEPT.toDays()));
        }
    }

    /** What a run did to each size, by product: what was there before, and what it sent last. */
    public static SortedMap<Integer, SortedMap<ProductEntry.Place, Undoing.Done>> done(
            Ledger ledger, Run run, Set<Integer> products) {
        expectEnded(ledger.runs().get(run.id()));
        if (ledger.runs().findIn(run.account(), run.id()).isEmpty()) {
            throw new UnusableSheetException(
                    "Run %s was sent to an earlier store of account '%s': it cannot be undone"
                            .formatted(run.id(), run.account()));
        }
        SortedMap<Integer, SortedMap<ProductEntry.Place, Undoing.Done>> done = new TreeMap<>();
        for (Request request : ledger.requests().carried(run.id())) {
            for (SentColour colour : request.colours()) {
                if (colour.fate().hasArrived() || colour.isOpen()) {
                    add(colour, done.computeIfAbsent(colour.product(), id -> new TreeMap<>()));
                }
            }
        }
        if (done.isEmpty()) {
            throw new UnusableSheetException(
                    "Run %s has sent nothing that could be brought back".formatted(run.id()));
        }
        Set<Integer> strange = new TreeSet<>(products);
        strange.removeAll(done.keySet());
        if (!strange.isEmpty()) {
            throw new UnusableSheetException(
                    "Run %s has sent nothing of product %d"
                            .formatted(run.id(), strange.iterator().next()));
        }
        if (!products.isEmpty()) {
            done.keySet().retainAll(products);
        }
        return done;
    }

    private static void add(SentColour colour, Map<ProductEntry.Place, Undoing.Done> done) {
        colour.sent()
                .values()
                .forEach(
                        (size, stock) ->
                                done.merge(
                                        new ProductEntry.Place(colour.key(), size),
                                        new Undoing.Done(
                                                colour.sent().before().get(size),
                                                stock,
                                                colour.isOpen()),
                                        (first, last) ->
                                                new Undoing.Done(
                                                        first.before(),
                                                        last.sent(),
                                                        last.inDoubt())));
    }

    private static void expectEnded(Run run) {
        if (run.state() == RunState.RUNNING) {
            throw new UnusableSheetException(
                    "Run %s is still running: stop it or wait for its end, then undo it"
                            .formatted(run.id()));
        }
    }
}
