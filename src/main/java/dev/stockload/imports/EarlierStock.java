package dev.stockload.imports;

import dev.stockload.compare.ColourMatcher;
import dev.stockload.compare.KnownColours;
import dev.stockload.compare.ShownSizes;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.RowsProblem;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.SeenColour;
import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.Count;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.ProblemCode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Looks at what is at the service of colours that are about to be sent and of which the ledger does
 * not tell what is there, so that an undo can bring that back. It looks while the next request has
 * to wait anyway; where the service does not tell, sending goes on, and the report says so.
 */
final class EarlierStock implements LastCheck {
    private static final Duration BETWEEN_NOTICES = Duration.ofSeconds(10);

    private final RunContext context;
    private final Run run;
    private final Ledger ledger;
    private final BitSet looked = new BitSet();
    private final EarlierStockReader reader;
    private Set<AcknowledgedStock.Key> lookedBefore;

    EarlierStock(RunContext context) {
        this.context = context;
        this.run = context.run();
        this.ledger = context.ledger();
        this.reader = new EarlierStockReader(context);
    }

    @Override
    public List<LedgerColour> stillRight(List<LedgerColour> colours) {
        look(colours);
        return colours;
    }

    /**
     * A person says that they were not sent, though a part of them is there: nobody can tell that
     * from what was there before, unless somebody has looked by then.
     */
    void cannotBeToldOf(List<LedgerColour> colours) {
        List<AcknowledgedStock.Key> keys = colours.stream().map(KnownColours::key).toList();
        Set<AcknowledgedStock.Key> seen = ledger.seen().of(run.id(), keys).keySet();
        ledger.seen()
                .keep(
                        run,
                        keys.stream()
                                .filter(key -> !seen.contains(key))
                                .map(SeenColour::unknown)
                                .toList());
    }

    /** What a run has sent without knowing what was there before, for its report. */
    static Optional<RowsProblem> unread(Ledger ledger, Run run) {
        int products = ledger.acknowledged().replaced().productsNotKnown(run.id()).size();
        return products == 0
                ? Optional.empty()
                : Optional.of(
                        RowsProblem.ofFile(
                                ProblemCode.STOCK_UNREAD,
                                "What was there before could not be read of %s: an undo of this run will keep what was sent of %s"
                                        .formatted(
                                                Count.of(products, "product"),
                                                products == 1 ? "it" : "them")));
    }

    private void look(List<LedgerColour> colours) {
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known =
                ledger.acknowledged()
                        .of(
                                run.account(),
                                colours.stream().map(LedgerColour::product).distinct().toList());
        Map<Integer, List<LedgerColour>> unknown =
                colours.stream()
                        .filter(colour -> isUnknown(colour, known.get(KnownColours.key(colour))))
                        .collect(
                                Collectors.groupingBy(
                                        LedgerColour::product, TreeMap::new, Collectors.toList()));
        List<SeenColour> seen = new ArrayList<>();
        long told = context.time().nanos();
        int at = 0;
        for (Map.Entry<Integer, List<LedgerColour>> each : unknown.entrySet()) {
            List<String> sent = KnownColours.names(known, each.getKey());
            reader.of(each.getKey(), sent.isEmpty())
                    .map(all -> matcher(all, each.getValue(), sent))
                    .ifPresent(all -> seen.addAll(seen(each.getValue(), all)));
            each.getValue().forEach(colour -> looked.set(colour.position()));
            at++;
            if (context.time().nanos() - told > BETWEEN_NOTICES.toNanos()) {
                told = context.time().nanos();
                tell(at, unknown.size());
            }
        }
        ledger.seen().keep(run, seen);
    }

    private void tell(int products, int all) {
        context.listener()
                .notice(
                        "Reading what is there of products that were not sent before, so that the run can be undone: %,d of %,d"
                                .formatted(products, all));
    }

    private boolean isUnknown(LedgerColour colour, AcknowledgedStock.Entry last) {
        if (last != null && last.tells(colour.sizes()) || looked.get(colour.position())) {
            return false;
        }
        if (lookedBefore == null) {
            lookedBefore = ledger.seen().of(run.id()).keySet();
        }
        return !lookedBefore.contains(KnownColours.key(colour));
    }

    private List<SeenColour> seen(List<LedgerColour> colours, ColourMatcher matcher) {
        List<StockEntry> entries = matcher.entriesAs(names(colours));
        List<SeenColour> seen = new ArrayList<>();
        for (LedgerColour colour : colours) {
            PackedSizes sizes = ShownSizes.of(colour.name(), entries);
            String shownAs =
                    sizes.count() == 0 ? null : matcher.otherNameOf(colour.name()).orElse(null);
            seen.add(new SeenColour(KnownColours.key(colour), sizes, null, shownAs));
        }
        return seen;
    }

    private static ColourMatcher matcher(
            List<StockEntry> entries, List<LedgerColour> colours, List<String> sent) {
        return new ColourMatcher(sent, names(colours), entries);
    }

    private static List<String> names(List<LedgerColour> colours) {
        return colours.stream().map(LedgerColour::name).toList();
    }
}
