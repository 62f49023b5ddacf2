package dev.stockload.imports.read;

import static dev.stockload.stock.ColourState.READY;

import dev.stockload.book.BookHistory.SheetRow;
import dev.stockload.book.rules.SheetNaming.SheetProduct;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.check.CheckedColour.Line;
import dev.stockload.imports.order.StockRules.Rule;
import dev.stockload.imports.read.SheetColours.SheetColour;
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
    private final Map<String, Map<Size, Line>> lines = new HashMap<>();
    private final Map<String, Map<Size, Stock>> stock = new HashMap<>();

    /** The colours that are not sent, because a row of them is bad or unclear. */
    private final Set<String> held = new HashSet<>();

    private final Rule rule;

    /**
     * @param opensRanges whether the store splits ranges into single sizes (rule 14)
     * @param rule what is offered of the stock
     */
    ProductRows(List<SheetColour> colours, boolean opensRanges, Rule rule) {
        this.colours = colours;
        this.rule = rule;
        for (SheetColour colour : colours) {
            if (colour.state() != READY) {
                held.add(colour.key());
                continue;
            }
            Map<Size, Line> bySize = new HashMap<>();
            Map<Size, Stock> sizes = new HashMap<>();
            for (Line line : colour.lines()) {
                for (Size size : opensRanges ? line.size().singles() : List.of(line.size())) {
                    bySize.put(size, line);
                    sizes.put(size, offered(line.stock()));
                }
            }
            lines.put(colour.key(), bySize);
            stock.put(colour.key(), sizes);
        }
    }

    private Stock offered(Stock counted) {
        return withheld(counted.pieces()) == 0
                ? counted
                : new Stock(rule.offered(counted.pieces()), counted.barcode());
    }

    Rule rule() {
        return rule;
    }

    List<SheetColour> colours() {
        return colours;
    }

    SheetProduct named(boolean unread, boolean leftOut, boolean unlisted) {
        return new SheetProduct(stock, held, unread, leftOut, unlisted);
    }

    /** Rows that are not sent may mean these colours. */
    void hold(Set<String> meant) {
        held.addAll(meant);
    }

    boolean has(String colour) {
        return stock.containsKey(colour) || held.contains(colour);
    }

    Map<Size, Stock> stock(String colour) {
        return stock.get(colour);
    }

    /** The row that names a size. */
    SheetRow rowOf(SizeEntry size) {
        Line line = line(size.colour().key(), size.size());
        return line == null
                ? SheetRow.NONE
                : new SheetRow(line.row(), withheld(line.stock().pieces()));
    }

    private int withheld(int counted) {
        return counted - rule.offered(counted);
    }

    /** How the rule makes the stock of a size; null if it is as the sheet has it. */
    String sum(String colour, Size size) {
        Line line = rule.changesNothing() ? null : line(colour, size);
        return line == null || withheld(line.stock().pieces()) == 0
                ? null
                : rule.sum(line.stock().pieces());
    }

    private Line line(String colour, Size size) {
        return lines.getOrDefault(colour, Map.of()).get(size);
    }
}
