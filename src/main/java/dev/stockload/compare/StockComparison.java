package dev.stockload.compare;

import dev.stockload.compare.SizeDifference.Verdict;
import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.Colour;
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
import java.util.stream.IntStream;

/** Compares the stock list of one product with the colours of it that were sent. */
public final class StockComparison {
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

    public static List<SizeDifference> of(int product, SentStock sent) {
        StockComparison comparison = new StockComparison(product, sent.shown());
        for (Colour colour : sent.colours()) {
            colour.sizes().forEach(size -> comparison.compare(colour.name(), size));
        }
        comparison.entries.values().stream()
                .flatMap(Collection::stream)
                .forEach(entry -> comparison.unsent(entry, sent));
        return comparison.lines;
    }

    /** What others have sent is not compared. */
    private void unsent(StockEntry entry, SentStock sent) {
        if (isOf(sent.earlier(), entry)) {
            lines.add(SizeDifference.unsent(Verdict.NOT_IN_SHEET, product, entry));
        } else if (!sent.elsewhere().contains(entry.color()) && !isOf(sent.others(), entry)) {
            lines.add(SizeDifference.unsent(Verdict.EXTRA, product, entry));
        }
    }

    private static boolean isOf(Map<String, List<Size>> sizes, StockEntry entry) {
        Optional<Size> size = Size.parse(entry.size());
        return size.isPresent()
                && sizes.getOrDefault(entry.color(), List.of()).stream()
                        .anyMatch(each -> each.contains(size.get()));
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
