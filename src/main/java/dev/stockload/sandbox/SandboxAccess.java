package dev.stockload.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a client needs to call a sandbox. */
public record SandboxAccess(String baseUrl, String appId, String appSecret, String accessToken) {
    private static final String FILE = "sandbox.address";

    /** The running sandbox of this folder, in any process. */
    public static Optional<SandboxAccess> in(Path folder) {
        try {
            return Optional.of(Files.readString(folder.resolve(FILE)))
                    .filter(text -> !text.isBlank())
                    .map(SandboxAccess::at);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The credentials are the same everywhere, and not secret. */
    static SandboxAccess at(String baseUrl) {
        return new SandboxAccess(baseUrl, "sandbox-app", "sandbox-secret", "sandbox-token");
    }

    void announce(Path folder) {
        try {
            Files.writeString(folder.resolve(FILE), baseUrl);
        } catch (IOException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot write to its folder %s (%s)".formatted(folder, e), e);
        }
    }

    static void withdraw(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve(FILE));
        } catch (IOException e) {
            // The next sandbox in this folder replaces it.
        }
    }

    @Override
    public String toString() {
        return "SandboxAccess[" + baseUrl + "]";
    }
}
