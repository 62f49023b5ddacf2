package dev.stockload.cli;

import dev.stockload.stock.ProductIds;

/** A product id as people type it. */
final class ProductId {
    private ProductId() {}

    static int of(String text, CommandContext context) {
        return ProductIds.parse(text)
                .orElseThrow(
                        () ->
                                context.misused(
                                        "A product id is a whole number above 0, but this is '%s'"
                                                .formatted(text)));
    }
}
