package dev.stockload.ledger;

import dev.stockload.stock.Sha256;

import java.nio.ByteBuffer;

/** Numbers for names, as the locks of PostgreSQL want them. */
final class AdvisoryLockKeys {
    private AdvisoryLockKeys() {}

    static long of(String name) {
        return ByteBuffer.wrap(Sha256.bytes("stockload " + name)).getLong();
    }
}
