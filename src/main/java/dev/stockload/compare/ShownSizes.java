package dev.stockload.compare;

import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The sizes of a colour as a stock list shows them. */
public final class ShownSizes {
    private ShownSizes() {}

    /**
     * @param entries those of its product, under the names that were sent
     */
    public static PackedSizes of(String colour, Collection<StockEntry> entries) {
        Map<Size, SizeStock> sizes = new TreeMap<>();
        for (StockEntry entry : entries) {
            if (entry.color().equals(colour)) {
                Size.parse(entry.size()).ifPresent(size -> sizes.put(size, stock(size, entry)));
            }
        }
        return PackedSizes.of(List.copyOf(sizes.values()));
    }

    private static SizeStock stock(Size size, StockEntry entry) {
        String barcode = entry.barCode() == null ? "" : entry.barCode().strip();
        return new SizeStock(size, Math.max(0, entry.stock()), barcode.isEmpty() ? null : barcode);
    }
}
