package dev.stockload.check;

import dev.stockload.stock.ProductRef;

import java.util.HashSet;
import java.util.Set;

/** The rows whose colour cannot be read. What they may name must not count as missing. */
public final class UnreadRows {
    private final Set<ProductRef> products = new HashSet<>();
    private boolean anyProduct;

    /** Adds a row by its product; null if that cannot be read either. */
    void add(ProductRef product) {
        if (product == null) {
            anyProduct = true;
        } else {
            products.add(product);
        }
    }

    public Set<ProductRef> products() {
        return products;
    }

    /** Whether there is a row whose product cannot be read. */
    public boolean haveAnyProduct() {
        return anyProduct;
    }
}
