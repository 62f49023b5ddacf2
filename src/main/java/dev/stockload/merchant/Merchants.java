package dev.stockload.merchant;

import dev.stockload.stock.Refusal;

/** Opens the services of accounts by their names in the ledger. */
public interface Merchants {
    /** Opens the service of an account; the caller closes it. */
    Merchant open(String account);

    /** Throws if the account lacks settings here; starts nothing. */
    default void expectSet(String account) {}

    default boolean isSet(String account) {
        try {
            expectSet(account);
            return true;
        } catch (Refusal e) {
            return false;
        }
    }
}
