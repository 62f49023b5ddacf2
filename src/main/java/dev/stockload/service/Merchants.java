package dev.stockload.service;

import dev.stockload.merchant.Merchant;

/** Opens the services of accounts, each by the key that the ledger knows it by. */
public interface Merchants {
    /** The service of an account; whoever asks for it closes it. */
    Merchant open(String account);
}
