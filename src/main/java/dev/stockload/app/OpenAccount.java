package dev.stockload.app;

import dev.stockload.database.FilePermissions;
import dev.stockload.merchant.Account;
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
import java.util.Optional;

/** The account that a command works with, and the sandbox behind it if none is set. */
public record OpenAccount(Account account, Optional<Sandbox> sandbox) implements Closeable {
    /** A name of its own: stock that was sent to the sandbox is not in the merchant's service. */
    public static final String SANDBOX = "sandbox";

    /** The sandbox is part of this process, so it works on no request once that has ended. */
    private static final Duration ENDS_WITH_US = Duration.ofSeconds(2);

    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(250);
    private static final int ATTEMPTS = 20;

    /** If another command has the sandbox, either waits for its end or uses the same sandbox. */
    public static OpenAccount open(Settings settings, String name, boolean waits, PrintWriter err) {
        // A run that was sent to the sandbox continues there, even if a service is set now.
        return settings.account(name)
                .map(account -> new OpenAccount(account, Optional.empty()))
                .orElseGet(() -> sandbox(settings, waits ? ATTEMPTS : 0, err));
    }

    private static OpenAccount sandbox(Settings settings, int attempts, PrintWriter err) {
        Path folder = folder(settings);
        for (int attempt = 0; ; attempt++) {
            try {
                return own(start(folder), settings, err);
            } catch (UnusableSandboxException e) {
                String running = Sandbox.addressIn(folder).orElseThrow(() -> e);
                if (attempt >= attempts) {
                    return new OpenAccount(account(running), Optional.empty());
                }
                Time.real().rest(BETWEEN_ATTEMPTS, new StopSignal());
            }
        }
    }

    /** Whether it lasts as long as this process; the sandbox of another may end before. */
    boolean isLasting() {
        return sandbox.isPresent() || !account.name().equals(SANDBOX);
    }

    private static OpenAccount own(Sandbox sandbox, Settings settings, PrintWriter err) {
        String using =
                settings.isSet(Account.DEFAULT) ? "Using" : "No STOCKLOAD_BASE_URL is set: using";
        err.println(using + " the built-in sandbox, which keeps its stock in " + folder(settings));
        return new OpenAccount(account(sandbox.baseUrl()), Optional.of(sandbox));
    }

    private static Sandbox start(Path folder) {
        try {
            FilePermissions.create(folder.getParent());
        } catch (IOException e) {
            // Then the sandbox reports that it cannot write there.
        }
        return Sandbox.start(SandboxOptions.keptIn(folder));
    }

    private static Path folder(Settings settings) {
        return settings.data().resolve("sandbox");
    }

    private static Account account(String baseUrl) {
        return new Account(
                SANDBOX,
                URI.create(baseUrl),
                Sandbox.APP_ID,
                Sandbox.APP_SECRET,
                Sandbox.ACCESS_TOKEN,
                false,
                ENDS_WITH_US);
    }

    @Override
    public void close() {
        sandbox.ifPresent(Sandbox::close);
    }
}
