package dev.stockload.imports.read;

import static dev.stockload.stock.ColourState.READY;

import dev.stockload.book.rules.ProductEntry.SizeKey;
import dev.stockload.book.rules.SheetNaming.SheetProduct;
import dev.stockload.check.CheckedColour.Line;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the rows of a sheet say of one product. */
final class ProductRows {
    private final List<SheetColour> colours;
    private final Map<String, List<Line>> lines = new HashMap<>();
    private final Map<String, Map<Size, Stock>> stock = new HashMap<>();

    /** The colours that are not sent, because a row of them is bad or unclear. */
    private final Set<String> held = new HashSet<>();

    /** {@code opensRanges} says whether the store splits ranges into single sizes (rule 14). */
    ProductRows(List<SheetColour> colours, boolean opensRanges) {
        this.colours = colours;
        for (SheetColour colour : colours) {
            if (colour.state() != READY) {
                held.add(colour.key());
                continue;
            }
            Map<Size, Stock> sizes = new HashMap<>();
            lines.put(colour.key(), colour.lines());
            for (Line line : lines.get(colour.key())) {
                (opensRanges ? line.size().singles() : List.of(line.size()))
                        .forEach(size -> sizes.put(size, line.stock()));
            }
            stock.put(colour.key(), sizes);
        }
    }

    List<SheetColour> colours() {
        return colours;
    }

    SheetProduct named(boolean unread, boolean leftOut, boolean unlisted) {
        return new SheetProduct(stock, held, unread, leftOut, unlisted);
    }

    boolean has(String colour) {
        return stock.containsKey(colour) || held.contains(colour);
    }

    Map<Size, Stock> stock(String colour) {
        return stock.get(colour);
    }

    /** The row that names a size; 0 if none does. */
    int rowOf(SizeKey place) {
        return lines.getOrDefault(place.colour(), List.of()).stream()
                .filter(line -> line.size().contains(place.size()))
                .mapToInt(Line::row)
                .findFirst()
                .orElse(0);
    }
}
