package dev.stockload.imports;

import dev.stockload.imports.SizeDifference.Verdict;
import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.Colour;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Compares the stock list of one product with the colours of it that were sent. */
final class StockComparison {
    /** What the service tells apart; two entries of the same are one too many. */
    private record Key(String colour, String size) {}

    private final int product;
    private final Map<Key, Deque<StockEntry>> entries = new LinkedHashMap<>();
    private final List<SizeDifference> lines = new ArrayList<>();

    private StockComparison(int product, Collection<StockEntry> shown) {
        this.product = product;
        for (StockEntry entry : shown) {
            entries.computeIfAbsent(new Key(entry.color(), entry.size()), key -> new ArrayDeque<>())
                    .add(entry);
        }
    }

    /**
     * @param elsewhere colours of the product that are not to be compared: others have sent them
     * @param earlier sizes that earlier runs of the job have sent and this one did not, by colour
     */
    static List<SizeDifference> of(
            int product,
            Collection<Colour> sent,
            Set<String> elsewhere,
            Map<String, PackedSizes> earlier,
            Collection<StockEntry> shown) {
        List<String> names = sent.stream().map(Colour::name).toList();
        List<String> all = Stream.concat(names.stream(), elsewhere.stream()).toList();
        StockComparison comparison =
                new StockComparison(
                        product, new ColourMatcher(all, List.of(), shown).entriesAs(all));
        for (Colour colour : sent) {
            colour.sizes().forEach(size -> comparison.compare(colour.name(), size));
        }
        comparison.entries.values().stream()
                .flatMap(Collection::stream)
                .filter(
                        entry ->
                                !elsewhere.contains(entry.color())
                                        || isOf(earlier.get(entry.color()), entry))
                .forEach(
                        entry ->
                                comparison.lines.add(
                                        SizeDifference.unsent(
                                                isOf(earlier.get(entry.color()), entry)
                                                        ? Verdict.NOT_IN_SHEET
                                                        : Verdict.EXTRA,
                                                product,
                                                entry)));
        return comparison.lines;
    }

    private static boolean isOf(PackedSizes earlier, StockEntry entry) {
        Optional<Size> size = Size.parse(entry.size());
        return earlier != null
                && size.isPresent()
                && earlier.unpack().stream().anyMatch(each -> each.size().contains(size.get()));
    }

    private void compare(String colour, SizeStock sent) {
        Size size = sent.size();
        List<String> each =
                IntStream.rangeClosed(size.from(), size.to()).mapToObj(Integer::toString).toList();
        // A range comes back as one entry, or as one for each of its sizes.
        boolean one =
                isThere(colour, size.toString())
                        || each.stream().noneMatch(n -> isThere(colour, n));
        for (String spelled : one ? List.of(size.toString()) : each) {
            Deque<StockEntry> found = entries.get(new Key(colour, spelled));
            add(colour, spelled, sent, found == null ? null : found.poll());
        }
    }

    private boolean isThere(String colour, String size) {
        Deque<StockEntry> found = entries.get(new Key(colour, size));
        return found != null && !found.isEmpty();
    }

    private void add(String colour, String size, SizeStock sent, StockEntry found) {
        Verdict verdict =
                found == null
                        ? Verdict.MISSING
                        : StockListEvidence.matches(found, sent)
                                ? Verdict.EQUAL
                                : Verdict.DIFFERENT;
        lines.add(
                new SizeDifference(
                        verdict,
                        product,
                        colour,
                        size,
                        sent.stock(),
                        sent.barcode(),
                        found == null ? null : found.stock(),
                        found == null ? null : found.barCode()));
    }
}
