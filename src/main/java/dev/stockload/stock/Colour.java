package dev.stockload.stock;

import java.util.List;

/** One colour of a product with all its sizes: it is sent to the merchant whole, or not at all. */
public record Colour(int product, String name, List<SizeStock> sizes) {
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
        sizes = List.copyOf(sizes);
    }
}
