package dev.stockload.merchant;

import dev.stockload.sandbox.Sandbox;

import java.net.URI;

/** Accounts at services that run on this machine. */
public final class TestAccounts {
    private TestAccounts() {}

    public static Account of(String name, URI url, String secret, String token) {
        return of(name, url, "app", secret, token);
    }

    public static Account at(Sandbox sandbox, String name) {
        return at(sandbox, name, Sandbox.APP_SECRET);
    }

    static Account at(Sandbox sandbox, String name, String secret) {
        return of(
                name, URI.create(sandbox.baseUrl()), Sandbox.APP_ID, secret, Sandbox.ACCESS_TOKEN);
    }

    public static Account of(String name, URI url, String appId, String secret, String token) {
        return new Account(name, url, appId, secret, token, false, Account.DEFAULT_DOUBT);
    }
}
