package dev.stockload.merchant;

import tools.jackson.databind.annotation.JsonDeserialize;

import java.util.Objects;

/** What the service holds for one colour and size of a product; the barcode is null if none. */
public record StockEntry(
        String guid,
        String barCode,
        String color,
        @JsonDeserialize(using = SizeText.class) String size,
        int stock) {
    public StockEntry {
        Objects.requireNonNull(color, "color");
        Objects.requireNonNull(size, "size");
    }
}
