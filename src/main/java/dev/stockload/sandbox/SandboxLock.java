package dev.stockload.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps a folder for one sandbox at a time; the system frees it even when the process is killed.
 */
final class SandboxLock implements AutoCloseable {
    /** The lock of a sandbox that has no folder. */
    static final SandboxLock NONE = new SandboxLock(null, null);

    private static final String FILE = "sandbox.lock";

    private final Path folder;
    private final FileChannel channel;

    private SandboxLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    static SandboxLock take(Path wanted) {
        Path folder = wanted.toAbsolutePath().normalize();
        if (folder.toString().contains(";")) {
            throw new UnusableSandboxException(
                    "The sandbox cannot keep its data in %s: its database does not allow ; in a path"
                            .formatted(wanted));
        }
        FileChannel channel = null;
        try {
            Files.createDirectories(folder);
            channel =
                    FileChannel.open(
                            folder.resolve(FILE),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            if (channel.tryLock() != null) {
                channel.truncate(0);
                channel.write(StandardCharsets.US_ASCII.encode("" + ProcessHandle.current().pid()));
                return new SandboxLock(folder, channel);
            }
        } catch (OverlappingFileLockException e) {
            // Another sandbox of this process has it: the same as one of another process.
        } catch (IOException e) {
            close(channel);
            throw new UnusableSandboxException(
                    "The sandbox cannot write to its folder %s (%s)".formatted(wanted, e), e);
        }
        close(channel);
        throw taken(wanted);
    }

    /** The folder has an owner already; it wrote its process id into the lock. */
    static UnusableSandboxException taken(Path folder) {
        String owner;
        try {
            owner = " (process %s)".formatted(Files.readString(folder.resolve(FILE)));
        } catch (IOException e) {
            owner = "";
        }
        return new UnusableSandboxException(
                "Another sandbox%s is running with the data in %s. Stop it first, or choose another folder"
                        .formatted(owner, folder));
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        close(channel);
    }

    private static void close(FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new IllegalStateException("The lock of the sandbox's folder stays", e);
            }
        }
    }
}
