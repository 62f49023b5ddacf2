package dev.stockload.book.rules;

import java.util.Locale;

/** What a run sends: colours of its sheet, or without a sheet what the book knows. */
public enum Work {
    ALL,
    /** Those colours of the sheet that differ from what the service last accepted. */
    CHANGED,
    /** Those colours of the sheet whose products have no stock yet. */
    NEW,
    /** What was there before another run. */
    UNDO,
    /** What sheets want, where a check of the store found more or nothing. */
    RESEND,
    /** The same, also where it found less. */
    RESEND_SOLD,
    /** Nothing: it fetches product details. */
    DETAILS;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean hasSheet() {
        return this == ALL || this == CHANGED || this == NEW;
    }
}
