package dev.stockload.details;

import dev.stockload.ledger.Ledger;

/** What products are called, as far as their details were fetched. */
public final class ProductTitles {
    private ProductTitles() {}

    /** The title of a product; empty where its detail is not here. */
    public static String of(Ledger ledger, String account, int product) {
        return ledger.details()
                .kept(account, product)
                .map(kept -> DetailText.read(kept.json()).title())
                .orElse("");
    }
}
