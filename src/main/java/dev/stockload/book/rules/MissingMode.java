package dev.stockload.book.rules;

import java.util.Locale;

/** What to do with sizes that a job has sent before and its sheet no longer has. */
public enum MissingMode {
    /** Count and report them. */
    TELL,
    /** Send them with stock 0, before everything else. */
    ZERO,
    /** Do nothing. */
    KEEP;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
