package dev.stockload.check;

import dev.stockload.stock.ProductRef;

import java.util.HashSet;
import java.util.Set;

/** The rows of which nobody can tell which colour they are for: what they name is not missing. */
public final class UnreadRows {
    private final Set<ProductRef> products = new HashSet<>();
    private boolean anyProduct;

    /** Takes a row by its product; null where that cannot be read either. */
    void add(ProductRef product) {
        if (product == null) {
            anyProduct = true;
        } else {
            products.add(product);
        }
    }

    /** The products of rows whose colour cannot be read. */
    public Set<ProductRef> products() {
        return products;
    }

    /** Whether there is a row whose product cannot be read. */
    public boolean haveAnyProduct() {
        return anyProduct;
    }
}
