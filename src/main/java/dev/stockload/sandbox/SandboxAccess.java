package dev.stockload.sandbox;

import java.nio.file.Path;
import java.util.Optional;

/** What a client needs to call a sandbox. */
public record SandboxAccess(String baseUrl, String appId, String appSecret, String accessToken) {
    /** The sandbox that keeps its stock in this folder, whatever process runs it. */
    public static Optional<SandboxAccess> in(Path folder) {
        return AddressFile.read(folder).map(SandboxAccess::at);
    }

    static SandboxAccess at(String baseUrl) {
        Credentials known = Credentials.WELL_KNOWN;
        return new SandboxAccess(baseUrl, known.appId(), known.secret(), known.accessToken());
    }
}
