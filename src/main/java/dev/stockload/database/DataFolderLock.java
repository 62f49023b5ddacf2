package dev.stockload.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock of a data folder, held by one process at a time. The operating system releases it when
 * the process ends, however it ends, so the holder is always alive.
 */
public final class DataFolderLock implements AutoCloseable {
    /** Our locks. Closing any channel on a lock file releases its lock, so we look here first. */
    private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

    /**
     * How long to retry before somebody is reported as the owner: a look holds the lock for an
     * instant, a killed process a little longer, and a new owner has yet to write its name.
     */
    public static final Duration MOMENT = Duration.ofSeconds(2);

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);

    private final Path folder;
    private final FileChannel channel;
    private final Path ownerFile;

    private DataFolderLock(Path folder, FileChannel channel, Path ownerFile) {
        this.folder = folder;
        this.channel = channel;
        this.ownerFile = ownerFile;
    }

    public static Optional<DataFolderLock> takeWithin(Duration moment, Path folder, String what)
            throws IOException {
        long from = System.nanoTime();
        Optional<DataFolderLock> taken = take(folder, what);
        while (taken.isEmpty() && System.nanoTime() - from < moment.toNanos()) {
            try {
                Thread.sleep(BETWEEN_TRIES.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return taken;
            }
            taken = take(folder, what);
        }
        return taken;
    }

    /** Takes the lock if nobody holds it; others who wait are shown what this process does. */
    public static Optional<DataFolderLock> take(Path folder, String what) throws IOException {
        FilePermissions.create(folder);
        Path real = folder.toRealPath();
        if (!OURS.add(real)) {
            return Optional.empty();
        }
        FileChannel channel = null;
        boolean taken = false;
        try {
            channel =
                    FileChannel.open(
                            real.resolve("stockload.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                return Optional.empty();
            }
            DataFolderLock own = new DataFolderLock(real, channel, real.resolve("stockload.owner"));
            own.doing(what);
            FilePermissions.restrict(real);
            taken = true;
            return Optional.of(own);
        } finally {
            if (!taken) {
                OURS.remove(real);
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }

    /** The process that holds the lock, for a sentence such as "waiting for …". */
    public static String owner(Path folder) {
        try {
            return Files.readString(folder.resolve("stockload.owner")).strip();
        } catch (IOException e) {
            return "another process";
        }
    }

    /** Whether a live process holds the lock. Two threads cannot ask for a file lock at once. */
    public static synchronized boolean isTaken(Path folder) throws IOException {
        Path file = folder.resolve("stockload.lock");
        if (!Files.exists(file)) {
            return false;
        }
        if (OURS.contains(folder.toRealPath())) {
            return true;
        }
        // A shared lock: users who may only read this folder can ask for it too.
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        }
    }

    /** A name for a folder that is unique among all hosts. */
    public static String name(Path folder) throws IOException {
        return host() + ":" + folder.toRealPath();
    }

    /** Writes down what this process does now, for those who wait. */
    public void doing(String what) throws IOException {
        String text =
                "%s (process %d on %s, since %s)"
                        .formatted(
                                what,
                                ProcessHandle.current().pid(),
                                host(),
                                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm z", Locale.ENGLISH)
                                        .format(ZonedDateTime.now()));
        Files.writeString(ownerFile, text);
    }

    @Override
    public void close() {
        try (channel) {
            Files.deleteIfExists(ownerFile);
            FilePermissions.restrict(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            OURS.remove(folder);
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "this host";
        }
    }
}
