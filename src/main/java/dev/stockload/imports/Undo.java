package dev.stockload.imports;

import static dev.stockload.ledger.ColourState.SENT;

import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.Stock;
import dev.stockload.book.rules.Undoing;
import dev.stockload.compare.ProductProgress;
import dev.stockload.compare.StockDiff;
import dev.stockload.compare.UndoPlan;
import dev.stockload.ledger.AccountRuns;
import dev.stockload.ledger.Book;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Requests.Request;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.SentColour;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.runs.Merchants;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RetentionTimes;
import dev.stockload.runs.RetryingClient;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Size;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tells what would come back if a run were undone, without sending anything. */
public final class Undo {
    /** How long what a run has replaced is kept. */
    private static final Duration KEPT = RetentionTimes.COLOURS;

    private final ProcessContext process;
    private final Merchants merchants;
    private final StopSignal stop;
    private final RunListener listener;

    public Undo(
            ProcessContext process, Merchants merchants, StopSignal stop, RunListener listener) {
        this.process = process;
        this.merchants = merchants;
        this.stop = stop;
        this.listener = listener;
    }

    /**
     * Reads the service and tells what an undo would do now.
     *
     * @throws UnusableSheetException where the run cannot be undone
     */
    public UndoPlan plan(UndoOrder order, ProductProgress progress) {
        Ledger ledger = process.ledger();
        Run run = find(ledger, order.run());
        expectRecent(run, process.time().instant());
        SortedMap<Integer, Map<ProductEntry.Place, Undoing.Done>> done =
                done(ledger, run, order.products());
        try (Merchant merchant = merchants.open(run.account())) {
            RetryingClient service = new RetryingClient(merchant, process.time(), stop, listener);
            Map<Integer, String> items = new HashMap<>();
            for (ProductSummary product : service.products()) {
                items.put(product.id(), product.artNo());
            }
            AccountRuns runs = ledger.book().runs(run.account());
            Undoing undoing = new Undoing(draft(), run.number(), runs);
            StockDiff.Builder diff =
                    new StockDiff.Builder(product -> items.getOrDefault(product, ""));
            UndoPlan.Builder plan = new UndoPlan.Builder();
            int at = 0;
            for (Book.Page page :
                    ledger.book().products(run.account(), done.keySet(), runs).values()) {
                progress.at(at++, done.size());
                stop.check();
                ProductEntry product = page.product();
                ShownStock.look(product, service.stock(product.id()));
                add(product, done.get(product.id()), undoing, diff, plan, run);
            }
            StockDiff.Base base =
                    new StockDiff.Base(StockDiff.Base.SERVICE, process.time().instant());
            return plan.build(run.id(), diff.build(base, 0, 0));
        }
    }

    private void add(
            ProductEntry product,
            Map<ProductEntry.Place, Undoing.Done> done,
            Undoing undoing,
            StockDiff.Builder diff,
            UndoPlan.Builder plan,
            Run run) {
        UndoWords words = new UndoWords(process.ledger(), run.account());
        Map<String, SortedMap<Size, Undoing.Done>> colours = new TreeMap<>();
        done.forEach(
                (place, each) ->
                        colours.computeIfAbsent(place.colour(), key -> new TreeMap<>())
                                .put(place.size(), each));
        colours.forEach(
                (key, sizes) -> {
                    ColourEntry colour = product.colours().get(key);
                    String name = colour.name() == null ? key : colour.name();
                    diff.colour(new StockDiff.Key(product.id(), name));
                    sizes.forEach(
                            (size, each) -> {
                                SizeEntry entry = colour.sizes().get(size);
                                Undoing.Fate fate = undoing.fate(entry, each, true);
                                Stock now = entry.shown().stock();
                                Integer pieces = now == null ? null : now.pieces();
                                if (fate.isBroughtBack()) {
                                    plan.bringBack(fate);
                                    Stock back = each.before().stock();
                                    diff.size(size, pieces, back == null ? 0 : back.pieces(), null);
                                } else {
                                    plan.keep(
                                            new UndoPlan.Kept(
                                                    product.id(),
                                                    name,
                                                    size.toString(),
                                                    pieces,
                                                    words.why(fate, entry, each, run.number())));
                                }
                            });
                });
    }

    private static RunView draft() {
        long number = Integer.MAX_VALUE;
        return new RunView(number, number, UndoOrder.JOB, false, RunView.Missing.KEEP, true);
    }

    /**
     * The run of this name.
     *
     * @throws UnusableSheetException where there is none
     */
    public static Run find(Ledger ledger, String id) {
        return ledger.runs()
                .find(id)
                .orElseThrow(() -> new UnusableSheetException(Run.unknown(id)));
    }

    /** Whether people may ask for it: the run has ended and sent something that is still kept. */
    public static boolean isOffered(Run run, Instant now) {
        return run.state() != RunState.RUNNING
                && run.tally().colours(SENT) > 0
                && isRecent(run, now);
    }

    private static boolean isRecent(Run run, Instant now) {
        return run.endedAt() == null || !run.endedAt().plus(KEPT).isBefore(now);
    }

    /** What was replaced long ago may be gone in part. */
    static void expectRecent(Run run, Instant now) {
        if (!isRecent(run, now)) {
            throw new UnusableSheetException(
                    "Run %s can no longer be undone: what a run has replaced is kept for %d days. Import a sheet with the right stock instead"
                            .formatted(run.id(), KEPT.toDays()));
        }
    }

    /** What a run did to each size, by product: what was there before, and what it sent last. */
    static SortedMap<Integer, Map<ProductEntry.Place, Undoing.Done>> done(
            Ledger ledger, Run run, Set<Integer> products) {
        expectEnded(ledger.runs().get(run.id()));
        SortedMap<Integer, Map<ProductEntry.Place, Undoing.Done>> done = new TreeMap<>();
        for (Request request : ledger.requests().carried(run.id())) {
            for (SentColour colour : request.colours()) {
                if (colour.fate().hasArrived() || colour.isOpen()) {
                    add(colour, done.computeIfAbsent(colour.product(), id -> new HashMap<>()));
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
