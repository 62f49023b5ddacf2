package dev.stockload.stock;

import java.util.Objects;

/** How many pieces of one size there are; the barcode is null where there is none. */
public record SizeStock(Size size, int stock, String barcode) {
    public SizeStock {
        Objects.requireNonNull(size);
        if (stock < 0) {
            throw new IllegalArgumentException("Stock is 0 or more, but this is " + stock);
        }
        if (barcode != null && barcode.isBlank()) {
            throw new IllegalArgumentException("A barcode is null where there is none, not blank");
        }
    }
}
