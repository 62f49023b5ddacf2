package dev.stockload.imports.order;

import dev.stockload.book.rules.RunView;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What to do with sizes that a job has sent before and its sheet no longer has. */
public enum MissingMode {
    /** Count and report them. */
    TELL,
    /** Send them with stock 0, before everything else. */
    ZERO,
    /** Do nothing. */
    KEEP;

    /** The value in the rules of the book. */
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
