package dev.stockload.imports.change;

import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.Stock;
import dev.stockload.compare.SizeDifference;
import dev.stockload.compare.SizeDifference.Verdict;
import dev.stockload.imports.read.ShownStock;
import dev.stockload.merchant.StockEntry;
import dev.stockload.runs.Run;
import dev.stockload.stock.Size;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Compares what the service shows for one product with what a run has sent. */
record StockComparison(List<SizeDifference> lines, int newer) {
    static StockComparison of(
            Run run,
            ProductEntry product,
            Map<ProductEntry.Place, Stock> sent,
            List<StockEntry> entries) {
        ShownStock.look(product, entries);
        // A sheet imported by hand says nothing about colours it does not have.
        boolean isByHand = run.job().equals(RunView.BY_HAND);
        List<SizeDifference> lines = new ArrayList<>();
        Set<String> newer = new HashSet<>();
        for (Map.Entry<String, ColourEntry> colour : product.colours().entrySet()) {
            String name = colour.getValue().nameOr(colour.getKey());
            colour.getValue()
                    .sizes()
                    .forEach(
                            (size, entry) -> {
                                Stock ours =
                                        sent.get(new ProductEntry.Place(colour.getKey(), size));
                                if (ours == null) {
                                    boolean gone =
                                            entry.isOf(run.job())
                                                    && !entry.isWantedBy(run.number())
                                                    && (!isByHand
                                                            || hasColour(sent, colour.getKey()));
                                    unsent(gone, product.id(), name, size.toString(), entry, lines);
                                } else if (entry.bringer() != run.number()) {
                                    newer.add(colour.getKey());
                                } else {
                                    lines.add(
                                            line(product.id(), name, size.toString(), ours, entry));
                                }
                            });
        }
        unreadable(product, entries, lines);
        return new StockComparison(lines, newer.size());
    }

    private static boolean hasColour(Map<ProductEntry.Place, Stock> sent, String key) {
        return sent.keySet().stream().anyMatch(place -> place.colour().equals(key));
    }

    private static SizeDifference line(
            int product, String colour, String size, Stock sent, SizeEntry entry) {
        Stock shown = entry.shown().stock();
        Verdict verdict =
                shown == null
                        ? Verdict.MISSING
                        : entry.shown().is(sent) ? Verdict.EQUAL : Verdict.DIFFERENT;
        return new SizeDifference(
                verdict,
                product,
                colour,
                size,
                sent.pieces(),
                sent.barcode(),
                shown == null ? null : shown.pieces(),
                shown == null ? null : shown.barcode());
    }

    /** Adds a size that the run did not send: from its job's earlier sheets, or from nobody. */
    private static void unsent(
            boolean gone,
            int product,
            String colour,
            String size,
            SizeEntry entry,
            List<SizeDifference> lines) {
        Stock shown = entry.shown().stock();
        if (shown == null) {
            return;
        }
        if (gone && shown.pieces() > 0 || !entry.isNamed()) {
            lines.add(
                    new SizeDifference(
                            gone ? Verdict.NOT_IN_SHEET : Verdict.EXTRA,
                            product,
                            colour,
                            size,
                            null,
                            null,
                            shown.pieces(),
                            shown.barcode()));
        }
    }

    /** Adds entries whose size has a format of the service's own. */
    private static void unreadable(
            ProductEntry product, List<StockEntry> entries, List<SizeDifference> lines) {
        Set<String> seen = new TreeSet<>();
        for (StockEntry entry : entries) {
            if (Size.parse(entry.size()).isEmpty()
                    && seen.add(entry.color() + " / " + entry.size())) {
                lines.add(SizeDifference.unsent(Verdict.EXTRA, product.id(), entry));
            }
        }
    }
}
