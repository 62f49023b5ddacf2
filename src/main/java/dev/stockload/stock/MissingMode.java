package dev.stockload.stock;

import java.util.Locale;

/** What to do with sizes that a job alone had in its last sheet and its new sheet lacks. */
public enum MissingMode {
    /** Count and report them. */
    REPORT,
    /** Send them with stock 0, before everything else. */
    ZERO,
    /** Neither report nor change them. */
    KEEP;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
