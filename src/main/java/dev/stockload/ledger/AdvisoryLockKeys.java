package dev.stockload.ledger;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Numbers for names, as the locks of PostgreSQL want them. */
final class AdvisoryLockKeys {
    private AdvisoryLockKeys() {}

    static long of(String name) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(("stockload " + name).getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(hash).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
