package dev.stockload.app;

import dev.stockload.database.LedgerAddress;
import dev.stockload.sandbox.Sandbox;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Settings whose one account is at a sandbox, or with nothing but accounts. */
public final class SandboxSettings {
    private SandboxSettings() {}

    public static Settings of(Sandbox sandbox, Path data) {
        return plain(
                Map.of(
                        "default",
                        new Settings.AccountParts(
                                sandbox.baseUrl(),
                                Sandbox.APP_ID,
                                Sandbox.APP_SECRET,
                                Sandbox.ACCESS_TOKEN,
                                null,
                                null)),
                data,
                Optional.empty());
    }

    /** What is not given is as if it was not set. */
    public static Settings plain(
            Map<String, Settings.AccountParts> accounts,
            Path data,
            Optional<LedgerAddress> database) {
        return new Settings(
                accounts,
                data,
                database,
                Settings.zone(null),
                new Settings.ConsoleAccess(null, null),
                Connections.NONE,
                Settings.keepDays(null),
                Settings.workers(null));
    }

    public static Settings of(Sandbox sandbox, Path data, Connections outside) {
        Settings plain = of(sandbox, data);
        return new Settings(
                plain.accounts(),
                plain.data(),
                plain.database(),
                plain.serviceZone(),
                plain.console(),
                outside,
                plain.keep(),
                plain.workers());
    }
}
