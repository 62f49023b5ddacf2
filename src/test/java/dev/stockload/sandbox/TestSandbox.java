package dev.stockload.sandbox;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** Options of sandboxes for tests. */
public final class TestSandbox {
    private TestSandbox() {}

    public static SandboxOptions inMemory() {
        return SandboxOptions.keptIn(null);
    }

    public static SandboxOptions inMemory(InstantSource clock, String... faults) {
        FaultScript script = FaultScript.parse(List.of(faults));
        return new SandboxOptions(0, null, SandboxOptions.SAMPLE_PRODUCTS, script, null, clock);
    }

    public static SandboxOptions at(int port, int products, InstantSource clock) {
        return new SandboxOptions(port, null, products, FaultScript.NONE, null, clock);
    }

    /** In memory if the folder is null. */
    public static SandboxOptions keptIn(Path folder, int products, InstantSource clock) {
        return new SandboxOptions(0, folder, products, FaultScript.NONE, null, clock);
    }

    public static SandboxOptions keptIn(Path folder, InstantSource clock) {
        return keptIn(folder, SandboxOptions.SAMPLE_PRODUCTS, clock);
    }
}
