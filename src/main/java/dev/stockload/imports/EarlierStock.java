package dev.stockload.imports;

import dev.stockload.compare.ColourMatcher;
import dev.stockload.compare.KnownColours;
import dev.stockload.compare.ShownSizes;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.SeenColour;
import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.StockEntry;
import dev.stockload.runs.Retries;
import dev.stockload.runs.RunFailedException;
import dev.stockload.stock.PackedSizes;

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
 * to wait anyway; where the service does not tell, sending goes on.
 */
final class EarlierStock implements LastCheck {
    /** How often a list is read that is refused for a reason that may be its product's own. */
    private static final int MOST_REFUSALS = 3;

    private static final Duration BETWEEN_NOTICES = Duration.ofSeconds(10);

    private final RunContext context;
    private final Run run;
    private final Ledger ledger;
    private final BitSet looked = new BitSet();
    private Set<AcknowledgedStock.Key> lookedBefore;
    private Set<Integer> withoutStock;
    private Retries patience = new Retries();
    private boolean givenUp;

    EarlierStock(RunContext context) {
        this.context = context;
        this.run = context.run();
        this.ledger = context.ledger();
    }

    @Override
    public List<LedgerColour> stillRight(List<LedgerColour> colours) {
        if (!givenUp) {
            look(colours);
        }
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
            entries(each.getKey(), sent.isEmpty())
                    .map(all -> matcher(all, each.getValue(), sent))
                    .ifPresent(all -> seen.addAll(seen(each.getValue(), all)));
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
            looked.set(colour.position());
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

    /**
     * What the service holds of a product; empty where it does not tell.
     *
     * @param first whether nothing of it was ever sent, so that it may have no stock
     */
    private Optional<List<StockEntry>> entries(int product, boolean first) {
        boolean maybeNone = first || withoutStock != null;
        return maybeNone && withoutStock().contains(product)
                ? Optional.of(List.of())
                : list(product);
    }

    private Optional<List<StockEntry>> list(int product) {
        for (int refusals = 0; !givenUp; ) {
            context.stop().check();
            Outcome<List<StockEntry>> outcome = context.service().merchant().stock(product);
            if (outcome instanceof Outcome.Accepted<List<StockEntry>> accepted) {
                patience = new Retries();
                return Optional.of(accepted.value());
            }
            boolean refused = outcome instanceof Outcome.Refused;
            if (refused && withoutStock().contains(product)) {
                return Optional.of(List.of());
            }
            if ((refused || outcome instanceof Outcome.Malformed) && ++refusals == MOST_REFUSALS) {
                context.listener()
                        .notice(
                                "%s. What product %d had before is not known, so an undo of this run will keep what is sent of it"
                                        .formatted(outcome.describe(), product));
                return Optional.empty();
            }
            pause(outcome);
        }
        return Optional.empty();
    }

    /** The products that had no stock when this was asked for first; what they have is ours. */
    private Set<Integer> withoutStock() {
        if (withoutStock == null) {
            try {
                withoutStock = context.service().withoutStock();
            } catch (RunFailedException e) {
                withoutStock = Set.of();
                giveUp(e);
            }
        }
        return withoutStock;
    }

    /** One patience for all lists: none of them holds up a run for longer than a request may. */
    private void pause(Outcome<?> outcome) {
        try {
            context.service().pause(patience, outcome);
        } catch (RunFailedException e) {
            giveUp(e);
        }
    }

    private void giveUp(RunFailedException fault) {
        givenUp = true;
        context.listener()
                .notice(
                        "%s. Sending goes on; what products had before is not known from here on, so an undo of this run will keep what was never sent before"
                                .formatted(fault.getMessage()));
    }
}
