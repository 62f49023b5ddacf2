package dev.stockload.compare;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;
import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.Colour;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a run has sent of a product, beside what the service shows of it.
 *
 * @param colours what the run has sent and no later run since, by the names that it gave them
 * @param shown the stock list, under the same names
 * @param elsewhere the names of colours that others have sent
 * @param earlier sizes that the job has sent before, at 0 or not, by colour
 * @param others sizes that other jobs have sent, by colour
 * @param newer how many colours a later run has sent since
 */
public record SentStock(
        List<Colour> colours,
        List<StockEntry> shown,
        Set<String> elsewhere,
        Map<String, List<Size>> earlier,
        Map<String, List<Size>> others,
        int newer) {
    /**
     * @param known what was last acknowledged of the product, by whatever run
     * @param sent what the run has sent of it, in the order of its requests
     */
    public static SentStock of(
            Run run,
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known,
            List<LedgerColour> sent,
            List<StockEntry> entries,
            LaterRuns later) {
        List<String> names = known.keySet().stream().map(AcknowledgedStock.Key::colour).toList();
        ColourMatcher matcher =
                new ColourMatcher(names, sent.stream().map(LedgerColour::name).toList(), entries);
        Set<String> elsewhere = new HashSet<>(names);
        Map<String, LedgerColour> ours = new LinkedHashMap<>();
        Map<String, List<Size>> earlier = new HashMap<>();
        Map<String, List<Size>> others = new HashMap<>();
        int newer = 0;
        for (LedgerColour colour : sent) {
            String name = colour.name();
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> spellings =
                    matcher.spellings(name, known);
            if (spellings.entrySet().stream()
                    .map(e -> later.since(e.getKey(), sizes(sent, e.getKey()), e.getValue()))
                    .anyMatch(Optional::isPresent)) {
                newer++;
                elsewhere.add(name);
                continue;
            }
            // Of two spellings that are one colour, the last has the stock that counts.
            ours.merge(
                    matcher.sameFor(name),
                    colour,
                    (first, last) -> last.with(last.sizes().over(first.sizes())));
            spellings.keySet().forEach(key -> elsewhere.remove(key.colour()));
            List<Size> own = earlier.computeIfAbsent(name, n -> new ArrayList<>());
            List<Size> rest = others.computeIfAbsent(name, n -> new ArrayList<>());
            for (AcknowledgedStock.Entry last : spellings.values()) {
                List<Size> some = last.job().equals(run.job()) ? own : rest;
                add(some, last.earlier());
                add(some, run.id().equals(last.run()) ? null : last.sizes());
                last.others()
                        .forEach((job, sizes) -> add(job.equals(run.job()) ? own : rest, sizes));
            }
        }
        List<Colour> colours = ours.values().stream().map(LedgerColour::colour).toList();
        List<String> all = new ArrayList<>(colours.stream().map(Colour::name).toList());
        all.addAll(elsewhere);
        return new SentStock(colours, matcher.entriesAs(all), elsewhere, earlier, others, newer);
    }

    private static void add(List<Size> sizes, PackedSizes some) {
        if (some != null) {
            some.unpack().forEach(size -> sizes.add(size.size()));
        }
    }

    /** What the run has sent under a name; null where that is nothing. */
    private static PackedSizes sizes(List<LedgerColour> sent, AcknowledgedStock.Key key) {
        return sent.stream()
                .filter(each -> KnownColours.key(each).equals(key))
                .findFirst()
                .map(LedgerColour::sizes)
                .orElse(null);
    }

    /** The same with colours that left the sheet, and their sizes. */
    public SentStock besides(Map<String, PackedSizes> left) {
        Map<String, List<Size>> all = new HashMap<>(earlier);
        left.forEach(
                (name, sizes) -> add(all.computeIfAbsent(name, n -> new ArrayList<>()), sizes));
        return new SentStock(colours, shown, elsewhere, all, others, newer);
    }
}
