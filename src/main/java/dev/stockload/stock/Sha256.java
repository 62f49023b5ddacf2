package dev.stockload.stock;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes, in hex, that identify sheets, requests, tokens and addresses. */
public final class Sha256 {
    private Sha256() {}

    public static String of(String text) {
        return hex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    public static String of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return copy(in, OutputStream.nullOutputStream());
        }
    }

    public static String copy(InputStream from, OutputStream to) throws IOException {
        MessageDigest digest = digest();
        new DigestInputStream(from, digest).transferTo(to);
        return hex(digest.digest());
    }

    private static String hex(byte[] hash) {
        return HexFormat.of().formatHex(hash);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
