package dev.stockload.compare;

import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the stock list of a product tells about a colour whose request is in doubt. */
public enum StockListEvidence {
    /** All of its sizes stand there as the request has them. */
    SENT,
    /** None of them is there, or all are as they were before. */
    NOT_SENT,
    /** Something between, which a person has to look at. */
    UNCLEAR;

    /**
     * @param sizes the sizes of the colour as they were sent
     * @param before what was last acknowledged for the colour, or null
     * @param entries what the service shows of the colour
     */
    public static StockListEvidence of(
            PackedSizes sizes, PackedSizes before, List<StockEntry> entries) {
        Map<String, StockEntry> bySize = new HashMap<>();
        entries.forEach(entry -> bySize.put(entry.size(), entry));
        List<SizeStock> wanted = sizes.unpack();
        if (shows(bySize, wanted)) {
            return SENT;
        }
        List<SizeStock> last = before == null ? List.of() : before.unpack();
        if (!shows(bySize, last)) {
            // Some of the last are gone or changed: not sent only where nothing of ours is there.
            return showsNone(bySize, wanted) && showsNone(bySize, last) ? NOT_SENT : UNCLEAR;
        }
        // Beside what was there before, nothing may be there that only the request brings.
        List<SizeStock> added =
                wanted.stream()
                        .filter(w -> last.stream().noneMatch(l -> l.size().equals(w.size())))
                        .toList();
        boolean none =
                added.stream()
                        .flatMap(size -> spellings(size.size()))
                        .filter(
                                s ->
                                        last.stream()
                                                .flatMap(l -> spellings(l.size()))
                                                .noneMatch(s::equals))
                        .noneMatch(bySize::containsKey);
        return none ? NOT_SENT : UNCLEAR;
    }

    /**
     * Whether a colour that was not there right before it was sent stands there with all its sizes,
     * of which some may be sold by now. Only its request can have brought them.
     *
     * @param entries what the service shows of the colour
     */
    public static boolean isSentAndSold(PackedSizes sizes, List<StockEntry> entries) {
        Map<String, StockEntry> bySize = new HashMap<>();
        entries.forEach(entry -> bySize.put(entry.size(), entry));
        return sizes.unpack().stream()
                .allMatch(size -> shows(bySize, size, StockListEvidence::matchesWhenSold));
    }

    private static boolean shows(Map<String, StockEntry> entries, List<SizeStock> sizes) {
        return sizes.stream().allMatch(size -> shows(entries, size, StockListEvidence::matches));
    }

    /** A range may come back as it was sent, or as one entry for each of its sizes. */
    private static boolean shows(
            Map<String, StockEntry> entries,
            SizeStock size,
            BiPredicate<StockEntry, SizeStock> matches) {
        Size range = size.size();
        if (matches.test(entries.get(range.toString()), size)) {
            return true;
        }
        return range.from() < range.to()
                && IntStream.rangeClosed(range.from(), range.to())
                        .allMatch(n -> matches.test(entries.get(Integer.toString(n)), size));
    }

    private static boolean showsNone(Map<String, StockEntry> entries, List<SizeStock> sizes) {
        return sizes.stream()
                .flatMap(size -> spellings(size.size()))
                .noneMatch(entries::containsKey);
    }

    static boolean matches(StockEntry entry, SizeStock size) {
        return matchesWhenSold(entry, size) && entry.stock() == size.stock();
    }

    private static boolean matchesWhenSold(StockEntry entry, SizeStock size) {
        return entry != null
                && entry.stock() <= size.stock()
                && (size.barcode() == null || Objects.equals(barcode(entry), size.barcode()));
    }

    private static String barcode(StockEntry entry) {
        return Optional.ofNullable(entry.barCode()).map(String::strip).orElse(null);
    }

    private static Stream<String> spellings(Size size) {
        return Stream.concat(
                Stream.of(size.toString()),
                IntStream.rangeClosed(size.from(), size.to()).mapToObj(Integer::toString));
    }
}
