package dev.stockload.imports;

import dev.stockload.compare.ColourMatcher;
import dev.stockload.compare.KnownColours;
import dev.stockload.compare.StockListEvidence;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What the stock list of a product tells about its colours in doubt, of which some, or what was
 * there before, may be spellings of one colour. Those of one run left in the order of their places:
 * a service that takes them as one ends with the stock of the last.
 */
final class DoubtfulSpellings {
    private final Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> acknowledged;
    private final List<StockEntry> entries;
    private final ColourMatcher matcher;
    private final Map<ReadBack.Open, Finding> findings = new HashMap<>();

    /**
     * What is told about a colour.
     *
     * @param asBefore whether the service would show the same if the request had not been applied
     */
    record Finding(StockListEvidence evidence, boolean asBefore) {}

    private record Group(String run, String key) {}

    private DoubtfulSpellings(
            List<ReadBack.Open> colours,
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> acknowledged,
            List<StockEntry> entries) {
        this.acknowledged = acknowledged;
        this.entries = entries;
        int product = colours.get(0).colour().product();
        this.matcher =
                new ColourMatcher(
                        KnownColours.names(acknowledged, product),
                        colours.stream().map(each -> each.colour().name()).toList(),
                        entries);
    }

    /**
     * @param colours colours in doubt of one product
     * @param acknowledged what was last acknowledged
     */
    static Map<ReadBack.Open, Finding> of(
            List<ReadBack.Open> colours,
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> acknowledged,
            List<StockEntry> entries) {
        DoubtfulSpellings product = new DoubtfulSpellings(colours, acknowledged, entries);
        Map<Group, List<ReadBack.Open>> groups = new LinkedHashMap<>();
        for (ReadBack.Open each : colours) {
            groups.computeIfAbsent(
                            new Group(each.run().id(), ColourMatcher.key(each.colour().name())),
                            group -> new ArrayList<>())
                    .add(each);
        }
        groups.values().forEach(product::judge);
        return product.findings;
    }

    private void judge(List<ReadBack.Open> group) {
        group.sort(Comparator.comparingInt(each -> each.colour().position()));
        LedgerColour first = group.get(0).colour();
        List<AcknowledgedStock.Entry> spellings =
                acknowledged.entrySet().stream()
                        .filter(known -> known.getKey().product() == first.product())
                        .filter(
                                known ->
                                        ColourMatcher.isSpelling(
                                                known.getKey().colour(), first.name()))
                        .map(Map.Entry::getValue)
                        .sorted(KnownColours.BY_AGE)
                        .toList();
        boolean alone =
                group.size() == 1
                        && (spellings.isEmpty()
                                || spellings.size() == 1
                                        && acknowledged.containsKey(KnownColours.key(first)));
        if (alone || matcher.isKept(first.name())) {
            group.forEach(this::judgeAlone);
        } else {
            judgeTogether(group, before(group, spellings));
        }
    }

    /** What was there before of a colour by any of its names. */
    private static List<SizeStock> before(
            List<ReadBack.Open> group, List<AcknowledgedStock.Entry> spellings) {
        List<SizeStock> before = new ArrayList<>();
        spellings.forEach(each -> before.addAll(each.sizes().unpack()));
        group.stream()
                .map(ReadBack.Open::seen)
                .filter(Objects::nonNull)
                .forEach(seen -> before.addAll(seen.unpack()));
        return last(before);
    }

    private void judgeAlone(ReadBack.Open each) {
        PackedSizes sizes = each.colour().sizes();
        PackedSizes last = each.before(acknowledged);
        List<StockEntry> shown = matcher.entriesOf(each.colour().name());
        boolean isNew = each.seen() != null && each.seen().count() == 0;
        findings.put(
                each,
                new Finding(
                        isNew && StockListEvidence.isSentAndSold(sizes, shown)
                                ? StockListEvidence.SENT
                                : StockListEvidence.of(sizes, last, shown),
                        last != null && last.equals(sizes)));
    }

    private void judgeTogether(List<ReadBack.Open> group, List<SizeStock> before) {
        String name = group.get(0).colour().name();
        List<StockEntry> shown =
                entries.stream()
                        .filter(entry -> ColourMatcher.isSpelling(entry.color(), name))
                        .toList();
        PackedSizes was = before.isEmpty() ? null : PackedSizes.of(before);
        List<SizeStock> wanted = new ArrayList<>();
        group.forEach(each -> wanted.addAll(each.colour().sizes().unpack()));
        PackedSizes all = PackedSizes.of(last(wanted));
        boolean asBefore = before.containsAll(all.unpack());
        StockListEvidence evidence = StockListEvidence.of(all, was, shown);
        boolean folded = matcher.isFolded(name);
        if (evidence == StockListEvidence.SENT) {
            // What sales may have made of the old colour does not show that the new one is there,
            // and to send both once more, in their order, does no harm.
            boolean sure = folded || mustHaveArrived(all.unpack(), before);
            put(group, sure ? evidence : StockListEvidence.NOT_SENT, asBefore);
        } else if (evidence == StockListEvidence.NOT_SENT || folded && !inPart(group, shown)) {
            put(group, evidence, asBefore);
        } else if (!folded) {
            group.forEach(this::judgeAlone);
            if (!isInOrder(group)) {
                put(group, StockListEvidence.UNCLEAR, asBefore);
            }
        }
    }

    /** Whether the first of the colours are there, and judges them so; the others are not. */
    private boolean inPart(List<ReadBack.Open> group, List<StockEntry> shown) {
        for (int count = group.size() - 1; count > 0; count--) {
            List<SizeStock> part = new ArrayList<>();
            group.subList(0, count).forEach(e -> part.addAll(e.colour().sizes().unpack()));
            PackedSizes some = PackedSizes.of(last(part));
            if (StockListEvidence.of(some, null, shown) == StockListEvidence.SENT) {
                put(group.subList(0, count), StockListEvidence.SENT, false);
                put(group.subList(count, group.size()), StockListEvidence.NOT_SENT, false);
                return true;
            }
        }
        return false;
    }

    /** What is not sent comes after all that is: so it takes nothing back when it is sent. */
    private boolean isInOrder(List<ReadBack.Open> group) {
        boolean open = false;
        for (ReadBack.Open each : group) {
            StockListEvidence evidence = findings.get(each).evidence();
            if (evidence == StockListEvidence.UNCLEAR
                    || open && evidence == StockListEvidence.SENT) {
                return false;
            }
            open |= evidence == StockListEvidence.NOT_SENT;
        }
        return true;
    }

    /** Whether there is more of some size than there was, which no sale can have made. */
    static boolean mustHaveArrived(List<SizeStock> now, List<SizeStock> before) {
        Map<Size, Integer> was = new HashMap<>();
        before.forEach(size -> was.put(size.size(), size.stock()));
        return now.stream().anyMatch(size -> size.stock() > was.getOrDefault(size.size(), -1));
    }

    private void put(
            Collection<ReadBack.Open> colours, StockListEvidence evidence, boolean asBefore) {
        colours.forEach(each -> findings.put(each, new Finding(evidence, asBefore)));
    }

    /** Of each size the last. */
    private static List<SizeStock> last(List<SizeStock> sizes) {
        Map<Size, SizeStock> last = new TreeMap<>();
        sizes.forEach(size -> last.put(size.size(), size));
        return List.copyOf(last.values());
    }
}
