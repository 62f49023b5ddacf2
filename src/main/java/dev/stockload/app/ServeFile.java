package dev.stockload.app;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Where a process serves, as its data folder tells the owner of that folder and nobody else.
 *
 * @param token shows that a command may read the data folder
 */
public record ServeFile(String url, String token) {
    private static final String NAME = "serve.json";

    /** A token that nobody has seen. */
    public static String newToken() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    static Optional<ServeFile> read(Path data) {
        try {
            return Optional.of(
                    JsonMapper.shared()
                            .readValue(Files.readAllBytes(data.resolve(NAME)), ServeFile.class));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    public void write(Path data) throws IOException {
        Path file = data.resolve(NAME);
        Path beside = data.resolve(NAME + ".part");
        Files.deleteIfExists(beside);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(
                    beside,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        }
        Files.write(beside, JsonMapper.shared().writeValueAsBytes(this));
        Files.move(
                beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    public static void remove(Path data) {
        try {
            Files.deleteIfExists(data.resolve(NAME));
        } catch (IOException e) {
            // It leads nowhere from now on, and whoever tries notices.
        }
    }

    @Override
    public String toString() {
        return url;
    }
}
