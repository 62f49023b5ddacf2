package dev.stockload.imports.order;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which colours of a sheet go out. */
public enum SendMode {
    /** Every one. */
    ALL,
    /** Those that differ from what the service last acknowledged. */
    CHANGED,
    /** Those of products to which no stock was added yet. */
    NEW;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<SendMode> of(String key) {
        return Arrays.stream(values()).filter(mode -> mode.key().equals(key)).findFirst();
    }
}
