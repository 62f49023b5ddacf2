package dev.stockload.runs;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which colours of a sheet are sent. */
public enum SendMode {
    ALL,
    /** Those that differ from what the service last accepted. */
    CHANGED,
    /** Those of products that have no stock yet. */
    NEW;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<SendMode> of(String key) {
        return Arrays.stream(values()).filter(mode -> mode.key().equals(key)).findFirst();
    }
}
