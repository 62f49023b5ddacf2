package dev.stockload.imports;

import static dev.stockload.ledger.ColourState.IN_DOUBT;
import static dev.stockload.ledger.ColourState.SENDING;
import static dev.stockload.ledger.ColourState.SENT;

import dev.stockload.compare.LaterRuns;
import dev.stockload.compare.ProductProgress;
import dev.stockload.compare.StockDiff;
import dev.stockload.compare.UndoDecision;
import dev.stockload.compare.UndoPlan;
import dev.stockload.compare.UndoSpellings;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReplacedColour;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.StockEntry;
import dev.stockload.runs.Merchants;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RetentionTimes;
import dev.stockload.runs.RetryingClient;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.sheet.UnusableSheetException;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Tells what would come back if a run were undone, three-way, without sending anything. */
public final class Undo {
    /** How long what a run has replaced is kept. */
    private static final Duration KEPT = RetentionTimes.COLOURS;

    private static final int PRODUCTS_AT_A_TIME = 200;

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
        Run run = find(process.ledger(), order.run());
        expectRecent(run, process.time().instant());
        try (Merchant merchant = merchants.open(run.account())) {
            RetryingClient service = new RetryingClient(merchant, process.time(), stop, listener);
            ProductCatalogue catalogue =
                    new ProductListCache(process.ledger(), service, process.time())
                            .newest()
                            .catalogue();
            UndoPlan.Builder plan = new UndoPlan.Builder(new StockDiff.Builder(catalogue::item));
            read(
                    process.ledger(),
                    service,
                    undone(process.ledger(), run, order.products()),
                    run,
                    plan,
                    progress);
            return plan.build(
                    run.id(), new StockDiff.Base(StockDiff.Base.SERVICE, process.time().instant()));
        }
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

    /** The colours of a run that are to be undone, by product. */
    static Map<Integer, List<ReplacedColour>> undone(
            Ledger ledger, Run run, Set<Integer> products) {
        Run now = ledger.runs().get(run.id());
        expectUndoable(now);
        Collection<ReplacedColour> all = ledger.acknowledged().replaced().of(run.id());
        if (all.isEmpty()) {
            throw new UnusableSheetException(
                    "Run %s has sent nothing that could be brought back".formatted(run.id()));
        }
        Map<Integer, List<ReplacedColour>> byProduct =
                all.stream()
                        .filter(c -> products.isEmpty() || products.contains(c.key().product()))
                        .collect(
                                Collectors.groupingBy(
                                        colour -> colour.key().product(),
                                        TreeMap::new,
                                        Collectors.toList()));
        Set<Integer> strange = new TreeSet<>(products);
        strange.removeAll(byProduct.keySet());
        if (!strange.isEmpty()) {
            throw new UnusableSheetException(
                    "Run %s has sent nothing of product %d"
                            .formatted(run.id(), strange.iterator().next()));
        }
        return byProduct;
    }

    private static void expectUndoable(Run run) {
        if (run.state() == RunState.RUNNING) {
            throw new UnusableSheetException(
                    "Run %s is still running: stop it or wait for its end, then undo it"
                            .formatted(run.id()));
        }
        if (run.tally().colours(IN_DOUBT) + run.tally().colours(SENDING) > 0) {
            throw new UnusableSheetException(
                    "Run %s has colours in doubt: to find out what became of them, stockload resume %s; then undo it"
                            .formatted(run.id(), run.id()));
        }
    }

    /** Looks at the service and judges one colour after the other. */
    static void read(
            Ledger ledger,
            RetryingClient service,
            Map<Integer, List<ReplacedColour>> undone,
            Run run,
            UndoPlan.Builder plan,
            ProductProgress progress) {
        List<Integer> products = List.copyOf(undone.keySet());
        LaterRuns later = new LaterRuns(ledger, run);
        for (int from = 0; from < products.size(); from += PRODUCTS_AT_A_TIME) {
            List<Integer> some =
                    products.subList(from, Math.min(products.size(), from + PRODUCTS_AT_A_TIME));
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known =
                    ledger.acknowledged().of(run.account(), some);
            for (int i = 0; i < some.size(); i++) {
                progress.at(from + i, products.size());
                judge(undone.get(some.get(i)), known, service.stock(some.get(i)), later)
                        .forEach(plan::add);
            }
        }
    }

    /** What becomes of the colours of one product. */
    static List<UndoDecision> judge(
            List<ReplacedColour> colours,
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known,
            List<StockEntry> entries,
            LaterRuns later) {
        return new UndoSpellings(colours, known, entries, later).judge();
    }
}
