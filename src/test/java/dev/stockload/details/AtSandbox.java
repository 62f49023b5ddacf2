package dev.stockload.details;

import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.TestAccounts;
import dev.stockload.process.Time;
import dev.stockload.sandbox.Sandbox;

/** The sandbox as the service of an account. */
final class AtSandbox {
    private AtSandbox() {}

    static Merchant merchant(String account, Sandbox sandbox, Time time) {
        return new Merchant(TestAccounts.at(sandbox, account), time);
    }
}
