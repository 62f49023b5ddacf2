package dev.stockload.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells others where the sandbox of a folder answers, as long as it does. */
final class AddressFile {
    private static final String FILE = "sandbox.address";

    private AddressFile() {}

    static void write(Path folder, String address) {
        try {
            Files.writeString(folder.resolve(FILE), address);
        } catch (IOException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot write to its folder %s (%s)".formatted(folder, e), e);
        }
    }

    static Optional<String> read(Path folder) {
        try {
            return Optional.of(Files.readString(folder.resolve(FILE)))
                    .filter(text -> !text.isBlank());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static void delete(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve(FILE));
        } catch (IOException e) {
            // The next sandbox of this folder writes its own.
        }
    }
}
