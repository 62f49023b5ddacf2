package dev.stockload.book.rules;

import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Ranges in a store that splits ours into single sizes (rule 14). */
public final class SplitRanges {
    private SplitRanges() {}

    public static Map<Size, Stock> opened(Map<Size, Stock> rows) {
        Map<Size, Stock> opened = new TreeMap<>();
        rows.forEach(
                (size, stock) -> {
                    for (int number = size.from(); number <= size.to(); number++) {
                        opened.put(new Size(number, number), stock);
                    }
                });
        return opened;
    }

    /** Replaces each range of a product by its single sizes, except ranges in doubt. */
    public static void open(ProductEntry product) {
        for (ColourEntry colour : product.colours.values()) {
            List<Size> ranges =
                    colour.sizes.keySet().stream()
                            .filter(size -> size.from() < size.to())
                            .filter(size -> !colour.sizes.get(size).isInDoubt())
                            .toList();
            for (Size range : ranges) {
                SizeEntry whole = colour.sizes.remove(range);
                for (int number = range.from(); number <= range.to(); number++) {
                    colour.sizes
                            .computeIfAbsent(
                                    new Size(number, number), single -> new SizeEntry(0, Set.of()))
                            .join(whole);
                }
            }
        }
    }

    /** Whether the service is known to have accepted a range of the product. */
    public static boolean areKnown(ProductEntry product) {
        return product.colours.values().stream()
                .flatMap(colour -> colour.sizes.entrySet().stream())
                .anyMatch(size -> isKnown(size.getKey(), size.getValue()));
    }

    private static boolean isKnown(Size size, SizeEntry entry) {
        return size.from() < size.to() && entry.known.isThere() && entry.bringer != 0;
    }

    /** Notes whether a list shows a range as all of its single sizes instead. */
    public static void shown(ProductEntry product, ColourEntry colour, Size range, boolean split) {
        if (product.splitsRanges == null && isKnown(range, colour.sizes.get(range))) {
            product.splitsRanges = split;
        }
    }
}
