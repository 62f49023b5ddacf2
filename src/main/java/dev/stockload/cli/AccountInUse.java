package dev.stockload.cli;

import dev.stockload.merchant.Account;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.SandboxOptions;

import java.io.Closeable;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The account that a command works with, and the sandbox behind it where none was set. */
final class AccountInUse implements Closeable {
    /** Not the default one: what the sandbox has taken, the merchant's service has not. */
    static final String SANDBOX = "sandbox";

    /** The sandbox is a part of this process and is at work on nothing when it has ended. */
    private static final Duration ENDS_WITH_US = Duration.ofSeconds(2);

    private final Account account;
    private final Optional<Sandbox> sandbox;

    private AccountInUse(Account account, Optional<Sandbox> sandbox) {
        this.account = account;
        this.sandbox = sandbox;
    }

    /** Finds the account; with no service set, starts the sandbox and says so in one line. */
    static AccountInUse open(Settings settings, String name, PrintWriter err) {
        // A run that was sent to the sandbox goes on there, whatever is set by now.
        Optional<Account> set =
                isSandbox(settings, name) ? Optional.empty() : settings.account(name);
        if (set.isPresent()) {
            return new AccountInUse(set.get(), Optional.empty());
        }
        Path folder = settings.data().resolve("sandbox");
        Sandbox sandbox = Sandbox.start(SandboxOptions.keptIn(folder));
        String why = settings.isSet(Account.DEFAULT) ? "" : "No STOCKLOAD_BASE_URL is set: ";
        err.println(
                why
                        + (why.isEmpty() ? "Using" : "using")
                        + " the built-in sandbox, which keeps its stock in "
                        + folder);
        Account account =
                new Account(
                        SANDBOX,
                        URI.create(sandbox.baseUrl()),
                        sandbox.appId(),
                        sandbox.appSecret(),
                        sandbox.accessToken(),
                        false,
                        ENDS_WITH_US);
        return new AccountInUse(account, Optional.of(sandbox));
    }

    /** The name by which the ledger knows an account, without starting anything. */
    static String ledgerName(Settings settings, String name) {
        return isSandbox(settings, name)
                ? SANDBOX
                : settings.account(name).map(Account::name).orElse(SANDBOX);
    }

    private static boolean isSandbox(Settings settings, String name) {
        return name.equals(SANDBOX) && !settings.accounts().containsKey(SANDBOX);
    }

    Account account() {
        return account;
    }

    @Override
    public void close() {
        sandbox.ifPresent(Sandbox::close);
    }
}
