package dev.stockload.imports;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.merchant.StockEntry;
import dev.stockload.runs.RetryingClient;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What was sent before and may stand there otherwise by now: a range of which the sheet names
 * parts, single sizes that became a range, a colour that the sheet spells anew. Only the service
 * can tell.
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

    /**
     * Whether a colour is there beside the one that has its name in another spelling.
     *
     * @param sentAnew whether the new spelling was sent before
     */
    boolean isThereBeside(AcknowledgedStock.Key old, String anew, boolean sentAnew) {
        Set<String> names =
                service.stock(old.product()).stream()
                        .map(StockEntry::color)
                        .collect(Collectors.toSet());
        return names.contains(old.colour()) && (!sentAnew || names.contains(anew));
    }

    private static Optional<SizeStock> shown(List<StockEntry> entries, Size size, String barcode) {
        return entries.stream()
                .filter(entry -> entry.size().equals(size.toString()))
                .findFirst()
                .map(entry -> new SizeStock(size, Math.max(0, entry.stock()), barcode));
    }
}
