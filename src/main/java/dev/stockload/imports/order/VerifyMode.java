package dev.stockload.imports.order;

import java.util.OptionalInt;

/** How much of a run is read back after sending. */
public enum VerifyMode {
    NONE,
    /** Some products, chosen at random. */
    SAMPLE,
    ALL,
    /** The whole store instead of a run, every few days. */
    STORE;

    public static final int USUAL_SAMPLE = 20;

    public OptionalInt sample() {
        return this == SAMPLE ? OptionalInt.of(USUAL_SAMPLE) : OptionalInt.empty();
    }
}
