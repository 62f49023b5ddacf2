package dev.stockload.app;

import dev.stockload.sandbox.Sandbox;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Settings whose one account is at a sandbox. */
public final class SandboxSettings {
    private SandboxSettings() {}

    public static Settings of(Sandbox sandbox, Path data) {
        return Settings.of(
                Map.of(
                        "default",
                        new Settings.AccountParts(
                                sandbox.baseUrl(),
                                sandbox.access().appId(),
                                sandbox.access().appSecret(),
                                sandbox.access().accessToken(),
                                null,
                                null)),
                data.toString(),
                Optional.empty());
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
                plain.keep());
    }
}
