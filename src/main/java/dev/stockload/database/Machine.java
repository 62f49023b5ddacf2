package dev.stockload.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Identifies this machine since its last boot, and the process id namespace of this process. */
public final class Machine {
    public static final String NAME;

    private static final Pattern OWNER =
            Pattern.compile(".* \\(process (\\d+), ([0-9a-f]{8})-[0-9a-f]{8}\\)");

    static {
        String unique = null;
        try {
            // Containers on one machine may have process ids of their own.
            unique =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                            + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            // Unknown: each process then counts as a machine of its own.
        }
        NAME =
                UUID.nameUUIDFromBytes(
                                (unique == null ? UUID.randomUUID().toString() : unique)
                                        .getBytes(StandardCharsets.UTF_8))
                        .toString()
                        .substring(0, 8);
    }

    private Machine() {}

    /** Whether a process with this name ran on this machine and has certainly ended. */
    public static boolean hasEnded(String owner) {
        Matcher parts = OWNER.matcher(owner);
        return parts.matches()
                && parts.group(2).equals(NAME)
                && ProcessHandle.of(Long.parseLong(parts.group(1)))
                        .filter(ProcessHandle::isAlive)
                        .isEmpty();
    }
}
