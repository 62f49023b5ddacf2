package dev.stockload.imports;

import java.io.IOException;

/** A backup is not as it was written; the message says where. */
public final class DamagedBackupException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedBackupException(String message, Throwable cause) {
        super(message, cause);
    }
}
