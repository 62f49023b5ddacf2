package dev.stockload.stock;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** One colour of a product with all its sizes: it is sent to the merchant whole, or not at all. */
public record Colour(int product, String name, Map<Size, Stock> sizes) {
    public static final int LONGEST_NAME = 200;

    public Colour {
        if (product < 1) {
            throw new IllegalArgumentException("A product id is 1 or more, but this is " + product);
        }
        if (name.isBlank()) {
            throw new IllegalArgumentException("A colour has a name");
        }
        if (sizes.isEmpty()) {
            throw new IllegalArgumentException("A colour has at least one size");
        }
        if (sizes.values().stream().anyMatch(stock -> stock.pieces() < 0)) {
            throw new IllegalArgumentException("Stock is 0 or more, but this is " + sizes);
        }
        sizes = Collections.unmodifiableMap(new TreeMap<>(sizes));
    }
}
