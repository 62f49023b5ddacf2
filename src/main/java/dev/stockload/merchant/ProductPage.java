package dev.stockload.merchant;

import java.util.List;

/** One page of the merchant's product list, and how many there are. */
public record ProductPage(int totalPages, List<ProductSummary> products) {
    public ProductPage {
        products = List.copyOf(products);
    }
}
