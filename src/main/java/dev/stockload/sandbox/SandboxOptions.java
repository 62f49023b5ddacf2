package dev.stockload.sandbox;

import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Objects;

/**
 * How a sandbox starts: port 0 means a free port, no folder means in memory, and {@code journal}
 * may be null.
 */
public record SandboxOptions(
        int port,
        Path folder,
        int products,
        FaultScript faults,
        Path journal,
        InstantSource clock) {
    /** The default size of the catalogue, which fits the sample data. */
    public static final int SAMPLE_PRODUCTS = 220;

    private static final int LARGEST_CATALOGUE = 1_000_000;

    public SandboxOptions {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(
                    "A port is between 0 and 65535, but this is " + port);
        }
        if (products < SAMPLE_PRODUCTS || products > LARGEST_CATALOGUE) {
            throw new IllegalArgumentException(
                    "The catalogue has between %d and %d products, but this is %d"
                            .formatted(SAMPLE_PRODUCTS, LARGEST_CATALOGUE, products));
        }
        Objects.requireNonNull(faults);
        Objects.requireNonNull(clock);
    }

    public static SandboxOptions keptIn(Path folder) {
        return new SandboxOptions(
                0, folder, SAMPLE_PRODUCTS, FaultScript.NONE, null, Clock.systemUTC());
    }
}
