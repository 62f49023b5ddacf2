package dev.stockload.app;

import com.sun.net.httpserver.HttpExchange;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Says in the data folder where a process serves, and knows those who have read it. */
final class Doorplate {
    private final Path file;
    private final Wire.Address address;

    Doorplate(Path data, String url) {
        this.file = data.resolve(Wire.FILE);
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.address = new Wire.Address(url, HexFormat.of().formatHex(random));
    }

    boolean isAllowed(HttpExchange exchange) {
        String shown = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        return exchange.getRequestMethod().equals("POST")
                && MessageDigest.isEqual(
                        shown.getBytes(StandardCharsets.UTF_8),
                        ("Bearer " + address.token()).getBytes(StandardCharsets.UTF_8));
    }

    void put() throws IOException {
        Path beside = file.resolveSibling(Wire.FILE + ".part");
        Files.deleteIfExists(beside);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(
                    beside,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        }
        Files.write(beside, Wire.JSON.writeValueAsBytes(address));
        Files.move(
                beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    void takeAway() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It leads nowhere from now on, and whoever tries notices.
        }
    }
}
