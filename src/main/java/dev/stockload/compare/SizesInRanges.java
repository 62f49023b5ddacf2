package dev.stockload.compare;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.Count;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Sizes that were sent singly before and are in a range of the sheet now. They are not missing; but
 * a service may keep them beside the range, so that it shows their stock twice.
 */
public final class SizesInRanges {
    private final Set<Integer> products = new HashSet<>();
    private int sizes;
    private long pieces;

    /**
     * Counts a size that the sheet has in a range by now, where it may stand beside that.
     *
     * @return whether it may
     */
    public boolean mayStand(
            AcknowledgedStock.Key key, KnownColours known, Size range, SizeStock size) {
        if (range.equals(size.size()) || size.stock() == 0) {
            return true;
        }
        SizeStock there = size;
        if (known.of(key).sizes().unpack().stream().anyMatch(e -> e.size().equals(range))) {
            // The range was sent before: now the service shows what it has made of it.
            List<StockEntry> shown = known.matcher(key.product()).entriesOf(key.colour());
            Optional<SizeStock> still = shown(shown, size.size(), size.barcode());
            if (shown(shown, range, null).isEmpty() || still.isEmpty()) {
                return false;
            }
            there = still.get();
        }
        if (there.stock() > 0) {
            products.add(key.product());
            sizes++;
            pieces += there.stock();
        }
        return true;
    }

    /** What was counted, in a sentence; empty where nothing was. */
    public Optional<String> sentence() {
        return sizes == 0
                ? Optional.empty()
                : Optional.of(
                        "%s of %s, sent singly before, are in a range of the sheet now: a service that keeps both shows their %s beside it; stockload verify tells"
                                .formatted(
                                        Count.of(sizes, "size"),
                                        Count.of(products.size(), "product"),
                                        Count.of(pieces, "piece")));
    }

    /** What the service still shows of a size that the sheet does not name as it is. */
    public static List<SizeStock> remains(
            List<StockEntry> entries, SizeStock range, List<SizeStock> named) {
        Optional<SizeStock> whole = shown(entries, range.size(), range.barcode());
        if (whole.isPresent()) {
            return List.of(whole.get());
        }
        List<SizeStock> rest = new ArrayList<>();
        for (int number = range.size().from(); number <= range.size().to(); number++) {
            Size single = new Size(number, number);
            if (named.stream().noneMatch(each -> each.size().overlaps(single))) {
                shown(entries, single, range.barcode()).ifPresent(rest::add);
            }
        }
        return rest;
    }

    private static Optional<SizeStock> shown(List<StockEntry> entries, Size size, String barcode) {
        return entries.stream()
                .filter(entry -> entry.size().equals(size.toString()))
                .findFirst()
                .map(entry -> new SizeStock(size, Math.max(0, entry.stock()), barcode));
    }
}
