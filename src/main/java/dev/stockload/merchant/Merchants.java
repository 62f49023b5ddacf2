package dev.stockload.merchant;

/** Opens the services of accounts by their names in the ledger. */
public interface Merchants {
    /** Opens the service of an account; the caller closes it. */
    Merchant open(String account);
}
