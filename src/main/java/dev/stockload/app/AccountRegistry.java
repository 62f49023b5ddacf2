package dev.stockload.app;

import dev.stockload.database.FilePermissions;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.Merchants;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.SandboxOptions;
import dev.stockload.sandbox.UnusableSandboxException;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** The accounts that a command works with, and the built-in sandbox, which is one of them. */
public final class AccountRegistry implements Merchants, Closeable {
    /** The sandbox is part of this process, so it works on no request once that has ended. */
    private static final Duration ENDS_WITH_US = Duration.ofSeconds(2);

    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(250);
    private static final int ATTEMPTS = 20;

    private final AccountNames names;
    private final Settings settings;
    private final int attempts;
    private final PrintWriter err;

    /** Null until it is needed, and while another command has it. */
    private Sandbox own;

    /** If another command has the sandbox, either waits for its end or uses the same sandbox. */
    public AccountRegistry(AccountNames names, boolean waits, PrintWriter err) {
        this.names = names;
        this.settings = names.settings();
        this.attempts = waits ? ATTEMPTS : 0;
        this.err = err;
    }

    @Override
    public Merchant open(String account) {
        expectSet(account);
        return new Merchant(
                account.equals(Account.SANDBOX) ? sandbox() : settings.account(account),
                Time.real());
    }

    @Override
    public void expectSet(String account) {
        names.expectSet(account);
    }

    synchronized Account sandbox() {
        Path folder = settings.data().resolve("sandbox");
        for (int attempt = 0; own == null; attempt++) {
            try {
                own = start(folder);
            } catch (UnusableSandboxException e) {
                String running = Sandbox.addressIn(folder).orElseThrow(() -> e);
                if (attempt >= attempts) {
                    return account(running);
                }
                Time.real().rest(BETWEEN_ATTEMPTS, new StopSignal());
            }
        }
        return account(own.baseUrl());
    }

    private Sandbox start(Path folder) {
        try {
            FilePermissions.create(folder.getParent());
        } catch (IOException e) {
            // Then the sandbox reports that it cannot write there.
        }
        Sandbox sandbox = Sandbox.start(SandboxOptions.keptIn(folder));
        String using =
                settings.isSet(Account.DEFAULT) ? "Using" : "No STOCKLOAD_BASE_URL is set: using";
        err.println(using + " the built-in sandbox, which keeps its stock in " + folder);
        return sandbox;
    }

    private static Account account(String baseUrl) {
        return new Account(
                Account.SANDBOX,
                URI.create(baseUrl),
                Sandbox.APP_ID,
                Sandbox.APP_SECRET,
                Sandbox.ACCESS_TOKEN,
                false,
                ENDS_WITH_US);
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }
}
