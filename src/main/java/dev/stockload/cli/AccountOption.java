package dev.stockload.cli;

import dev.stockload.merchant.Account;

import picocli.CommandLine.Option;

/** The option that names the account to use. */
final class AccountOption {
    @Option(
            names = "--account",
            paramLabel = "NAME",
            defaultValue = Account.DEFAULT,
            description = "The account to use (default: ${DEFAULT-VALUE}).")
    private String name;

    boolean isDefault() {
        return name.equals(Account.DEFAULT);
    }

    String name() {
        return name;
    }
}
