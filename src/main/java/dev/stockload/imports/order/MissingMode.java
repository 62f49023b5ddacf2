package dev.stockload.imports.order;

import dev.stockload.book.rules.RunView;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What becomes of sizes that a job has sent before and its sheet no longer names. */
public enum MissingMode {
    /** They are counted, and people are told. */
    TELL,
    /** They are sent with stock 0, before all else. */
    ZERO,
    /** Nothing. */
    KEEP;

    /** As the rules of the book name it. */
    public RunView.Missing inBook() {
        return RunView.Missing.valueOf(name());
    }

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<MissingMode> of(String key) {
        return Arrays.stream(values()).filter(mode -> mode.key().equals(key)).findFirst();
    }
}
