package dev.stockload.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** This machine since it was started, as far as process numbers mean the same on it. */
public final class Machine {
    public static final String NAME;

    private static final Pattern OWNER =
            Pattern.compile(".* \\(process (\\d+), ([0-9a-f]{8})-[0-9a-f]{8}\\)");

    static {
        String unique = null;
        try {
            // Containers of one machine may number their processes each in its own way.
            unique =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                            + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            // Each process is its own machine, then.
        }
        NAME =
                UUID.nameUUIDFromBytes(
                                (unique == null ? UUID.randomUUID().toString() : unique)
                                        .getBytes(StandardCharsets.UTF_8))
                        .toString()
                        .substring(0, 8);
    }

    private Machine() {}

    /** Whether the process of this name was one of this machine, and has surely ended. */
    public static boolean hasEnded(String owner) {
        Matcher parts = OWNER.matcher(owner);
        return parts.matches()
                && parts.group(2).equals(NAME)
                && ProcessHandle.of(Long.parseLong(parts.group(1)))
                        .filter(ProcessHandle::isAlive)
                        .isEmpty();
    }
}
