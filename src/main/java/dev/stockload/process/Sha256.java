package dev.stockload.process;

import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.DigestUtils;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;

/** Hashes, in hex, that identify sheets, requests, tokens and addresses. */
public final class Sha256 {
    private Sha256() {}

    public static String of(String text) {
        return DigestUtils.sha256Hex(text);
    }

    public static String of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return copy(in, OutputStream.nullOutputStream());
        }
    }

    public static String copy(InputStream from, OutputStream to) throws IOException {
        MessageDigest digest = DigestUtils.getSha256Digest();
        new DigestInputStream(from, digest).transferTo(to);
        return Hex.encodeHexString(digest.digest());
    }
}
