package dev.stockload.details;

import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.process.Time;
import dev.stockload.sandbox.Sandbox;

import java.net.URI;

/** The sandbox as the service of an account. */
final class AtSandbox {
    private AtSandbox() {}

    static Merchant merchant(String account, Sandbox sandbox, Time time) {
        return new Merchant(
                new Account(
                        account,
                        URI.create(sandbox.baseUrl()),
                        sandbox.access().appId(),
                        sandbox.access().appSecret(),
                        sandbox.access().accessToken(),
                        false,
                        Account.USUAL_DOUBT),
                time);
    }
}
