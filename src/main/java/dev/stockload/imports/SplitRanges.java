package dev.stockload.imports;

import dev.stockload.merchant.StockEntry;
import dev.stockload.runs.RetryingClient;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A range that was sent before and of which the sheet now names parts. Whether it still stands
 * there as a range, or as its single sizes, only the service can tell.
 */
final class SplitRanges {
    private final RetryingClient service;

    SplitRanges(RetryingClient service) {
        this.service = service;
    }

    /** What the service still shows of a size that these do not name as it is. */
    List<SizeStock> remains(int product, String colour, SizeStock range, List<SizeStock> named) {
        List<StockEntry> entries =
                ColourNames.asSent(service.stock(product), List.of(colour)).stream()
                        .filter(entry -> entry.color().equals(colour))
                        .toList();
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
