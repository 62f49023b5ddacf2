package dev.stockload.imports;

import dev.stockload.compare.KnownColours;
import dev.stockload.compare.ShownSizes;
import dev.stockload.compare.StockListEvidence;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.SeenColour;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.StockEntry;
import dev.stockload.runs.RetryingClient;
import dev.stockload.runs.StockListReader;
import dev.stockload.runs.Time;
import dev.stockload.stock.PackedSizes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks whether a service that asked to come again later (429) has taken something all the same. It
 * mostly has not, so the looks are quick: the first is waited for, or the run fails to be resumed;
 * the others are spread over the request and end when they have taken long enough, the second time
 * sooner, or at a list that cannot be read.
 */
final class PostponedCheck {
    private static final Duration LONGEST_CALL = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofSeconds(15);

    /** For a service that has kept its word: some ask to wait after every other request. */
    private static final Duration TRUSTING = Duration.ofSeconds(1);

    private final RunContext context;
    private final Run run;
    private final Time time;
    private final Merchant quick;
    private Duration longest = LONGEST;

    /**
     * What was found.
     *
     * @param applied whether something is there that only the request can have brought
     * @param arrived colours that stand there as they were sent, and not as they were before: the
     *     request or sales have made them so, and they need not be sent again
     */
    record Found(boolean applied, List<LedgerColour> arrived) {
        private static final Found NOTHING = new Found(false, List.of());
    }

    PostponedCheck(RunContext context) {
        this.context = context;
        this.run = context.run();
        this.time = context.time();
        this.quick = context.service().merchant().within(LONGEST_CALL);
    }

    Found look(List<LedgerColour> postponed) {
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> before =
                context.ledger()
                        .acknowledged()
                        .of(
                                run.account(),
                                postponed.stream().map(LedgerColour::product).distinct().toList());
        List<List<ReadBack.Open>> products = productsThatTell(postponed, before);
        if (products.isEmpty()) {
            return Found.NOTHING;
        }
        List<LedgerColour> arrived = new ArrayList<>();
        long from = time.nanos();
        for (int at : spread(products.size())) {
            List<ReadBack.Open> colours = products.get(at);
            boolean first = at == 0;
            if (!first && time.nanos() - from >= longest.toNanos()) {
                break;
            }
            int product = colours.get(0).colour().product();
            Outcome<List<StockEntry>> outcome = quick.stock(product);
            Optional<List<StockEntry>> shown;
            if (outcome instanceof Outcome.Accepted<List<StockEntry>> accepted) {
                shown = Optional.of(accepted.value());
            } else if (outcome instanceof Outcome.Refused) {
                shown = Optional.empty();
            } else if (first) {
                shown = new StockListReader(patient()).shown(product);
            } else {
                break;
            }
            if (shown.isPresent() && isApplied(colours, before, shown.get(), arrived)) {
                longest = LONGEST;
                return new Found(true, List.of());
            }
        }
        longest = TRUSTING;
        return new Found(false, arrived);
    }

    private RetryingClient patient() {
        return new RetryingClient(quick, time, context.stop(), context.listener());
    }

    /** The colours of each product that would look otherwise if they had been applied. */
    private List<List<ReadBack.Open>> productsThatTell(
            List<LedgerColour> postponed,
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> before) {
        Map<AcknowledgedStock.Key, SeenColour> seen =
                context.ledger()
                        .seen()
                        .of(run.id(), postponed.stream().map(KnownColours::key).toList());
        Map<Integer, List<ReadBack.Open>> products = new LinkedHashMap<>();
        for (LedgerColour colour : postponed) {
            SeenColour look = seen.get(KnownColours.key(colour));
            ReadBack.Open open =
                    new ReadBack.Open(
                            run,
                            colour,
                            time.nanos(),
                            look == null ? null : look.of(colour.sizes()));
            if (!colour.sizes().equals(open.before(before))) {
                products.computeIfAbsent(colour.product(), product -> new ArrayList<>()).add(open);
            }
        }
        // Those come first that can show what no sale makes.
        return products.values().stream()
                .sorted(Comparator.comparing(colours -> !isSure(colours, before)))
                .toList();
    }

    /** Whether a product would show that the request was applied, if it was. */
    private static boolean isSure(
            List<ReadBack.Open> colours,
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> before) {
        return colours.stream()
                .anyMatch(each -> mustHaveArrived(each.colour().sizes(), each.before(before)));
    }

    private static boolean mustHaveArrived(PackedSizes now, PackedSizes was) {
        return was != null && DoubtfulSpellings.mustHaveArrived(now.unpack(), was.unpack());
    }

    /** Both ends first, and then ever finer: a part is mostly a piece of the request. */
    private static Set<Integer> spread(int count) {
        Set<Integer> places = new LinkedHashSet<>(List.of(0));
        places.add(count - 1);
        for (int step = count / 2; step > 0; step /= 2) {
            for (int at = step; at < count; at += step) {
                places.add(at);
            }
        }
        return places;
    }

    /**
     * Whether something is there that no sale can have made.
     *
     * @param arrived takes the colours that stand there as they were sent
     */
    private static boolean isApplied(
            List<ReadBack.Open> colours,
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> before,
            List<StockEntry> entries,
            List<LedgerColour> arrived) {
        Map<ReadBack.Open, DoubtfulSpellings.Finding> told =
                DoubtfulSpellings.of(colours, before, entries);
        for (ReadBack.Open each : colours) {
            DoubtfulSpellings.Finding finding = told.get(each);
            boolean there = finding.evidence() == StockListEvidence.SENT && !finding.asBefore();
            PackedSizes sent =
                    there
                            ? each.colour().sizes()
                            : ShownSizes.of(each.colour().name(), entries)
                                    .only(each.colour().sizes().unpack()::contains);
            if (mustHaveArrived(sent, each.before(before))) {
                return true;
            }
            if (there) {
                arrived.add(each.colour());
            }
        }
        return false;
    }
}
