package dev.stockload.book;

import dev.stockload.stock.Colour;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.SortedMap;

/** A colour of a run that is about to be sent, under this name. */
public record Outgoing(RunColour colour, String name, SortedMap<Size, Stock> values) {
    public int product() {
        return colour.product();
    }

    public Colour content() {
        return new Colour(colour.product(), name, values);
    }
}
