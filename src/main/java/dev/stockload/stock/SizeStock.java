package dev.stockload.stock;

import java.util.Objects;

/** The stock of one size; the barcode may be null. */
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
