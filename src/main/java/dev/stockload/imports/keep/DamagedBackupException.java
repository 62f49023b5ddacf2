package dev.stockload.imports.keep;

import java.io.IOException;

/** A backup was changed or damaged; the message says where. */
public final class DamagedBackupException extends IOException {
    DamagedBackupException(String message, Throwable cause) {
        super(message, cause);
    }
}
