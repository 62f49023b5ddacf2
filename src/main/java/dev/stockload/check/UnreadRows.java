package dev.stockload.check;

import dev.stockload.stock.ProductRef;

import java.util.HashSet;
import java.util.Set;

/**
 * The rows whose colour cannot be read, and those that may have swallowed others. What they may
 * name must not count as missing.
 */
public final class UnreadRows {
    private final Set<ProductRef> products = new HashSet<>();
    private boolean anyProduct;
    private int first;

    /** Adds a row by its product; null if it may be of any product. */
    void add(int row, ProductRef product) {
        first = first == 0 ? row : first;
        if (product == null) {
            anyProduct = true;
        } else {
            products.add(product);
        }
    }

    public Set<ProductRef> products() {
        return products;
    }

    /** The first of these rows; 0 if there is none. */
    public int first() {
        return first;
    }

    /** Whether there is a row whose product cannot be read. */
    public boolean haveAnyProduct() {
        return anyProduct;
    }
}
