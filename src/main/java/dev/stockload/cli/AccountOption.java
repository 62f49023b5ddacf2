package dev.stockload.cli;

import dev.stockload.merchant.Account;

import picocli.CommandLine.Option;

/** The option by which a command is told whose service to use. */
final class AccountOption {
    @Option(
            names = "--account",
            paramLabel = "NAME",
            defaultValue = Account.DEFAULT,
            description = "whose service to use (default: ${DEFAULT-VALUE})")
    private String name;

    boolean isDefault() {
        return name.equals(Account.DEFAULT);
    }

    String name() {
        return name;
    }
}
