package dev.stockload.compare;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ReplacedColour;
import dev.stockload.ledger.SeenColour;
import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The colours of a product that a run has sent and that are to be undone. Spellings that the
 * service takes as one are undone as one: what any of them was before comes back.
 */
public final class UndoSpellings {
    private final List<ReplacedColour> colours;
    private final Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known;
    private final ColourMatcher matcher;
    private final LaterRuns later;

    /**
     * @param colours what the run has sent of the product, in the order of its requests
     * @param known what was last acknowledged, by whatever run
     * @param entries what the service shows of the product
     */
    public UndoSpellings(
            List<ReplacedColour> colours,
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known,
            List<StockEntry> entries,
            LaterRuns later) {
        this.colours = colours;
        this.known = new HashMap<>(known);
        this.later = later;
        int product = colours.get(0).key().product();
        this.known.keySet().removeIf(key -> key.product() != product);
        List<String> taken = new ArrayList<>(KnownColours.names(known, product));
        colours.forEach(each -> taken.add(each.key().colour()));
        this.matcher = new ColourMatcher(taken, List.of(), entries);
    }

    /** What becomes of each colour; of spellings that are one, the last stands for all. */
    public List<UndoDecision> judge() {
        Map<String, List<ReplacedColour>> groups = new LinkedHashMap<>();
        for (ReplacedColour each : colours) {
            String name = each.key().colour();
            groups.computeIfAbsent(matcher.sameFor(name), group -> new ArrayList<>()).add(each);
        }
        List<UndoDecision> undone = new ArrayList<>();
        groups.values().forEach(group -> judge(group, undone));
        return undone;
    }

    private void judge(List<ReplacedColour> group, List<UndoDecision> undone) {
        ReplacedColour last = group.get(group.size() - 1);
        String name = last.key().colour();
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> spellings =
                matcher.spellings(name, known);
        PackedSizes shown = ShownSizes.of(name, matcher.entriesAs(List.of(name)));
        String newer =
                spellings.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(KnownColours.BY_AGE.reversed()))
                        .map(e -> later.since(e.getKey(), sent(e.getKey()), e.getValue()))
                        .flatMap(Optional::stream)
                        .findFirst()
                        .orElse(null);
        group.forEach(each -> spellings.remove(each.key()));
        String shownAs = matcher.isFolded(name) ? name : null;
        for (ReplacedColour each : group) {
            SeenColour seen = new SeenColour(each.key(), shown, newer, shownAs);
            undone.add(
                    each == last
                            ? UndoDecision.of(joined(group, spellings.values()), seen)
                            : new UndoDecision(seen, List.of()));
        }
    }

    /** What the run has sent under a name; null where that is nothing. */
    private PackedSizes sent(AcknowledgedStock.Key key) {
        return colours.stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .map(ReplacedColour::sent)
                .orElse(null);
    }

    /**
     * @param others what is known of the same colour in spellings that the run has not sent
     */
    static ReplacedColour joined(
            List<ReplacedColour> group, Iterable<AcknowledgedStock.Entry> others) {
        Map<Size, SizeStock> before = new TreeMap<>();
        Map<Size, SizeStock> sent = new TreeMap<>();
        boolean isKnown = false;
        for (ReplacedColour each : group) {
            if (each.before() != null) {
                isKnown = true;
                each.before().unpack().forEach(size -> before.putIfAbsent(size.size(), size));
            }
            each.sent().unpack().forEach(size -> sent.put(size.size(), size));
        }
        for (AcknowledgedStock.Entry each : others) {
            isKnown = true;
            each.ofAllJobs().unpack().forEach(size -> before.putIfAbsent(size.size(), size));
        }
        return new ReplacedColour(
                group.get(group.size() - 1).key(),
                isKnown ? PackedSizes.of(List.copyOf(before.values())) : null,
                PackedSizes.of(List.copyOf(sent.values())));
    }
}
