package dev.stockload.cli;

import dev.stockload.merchant.Account;

import java.io.Closeable;
import java.io.PrintWriter;

/** The account that a command works with. */
record AccountInUse(Account account) implements Closeable {
    static AccountInUse open(Settings settings, String name, PrintWriter err) {
        return new AccountInUse(
                settings.account(name)
                        .orElseThrow(
                                () ->
                                        new UnusableSettingsException(
                                                "No merchant service is set: set"
                                                        + " STOCKLOAD_BASE_URL")));
    }

    @Override
    public void close() {}
}
