package dev.stockload.sheet;

import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.commons.io.file.PathUtils;
import org.apache.commons.io.function.IOFunction;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Temporary files that only their owner can read: sheets that were unpacked, decrypted or read from
 * a pipe. Each process has its own folder and holds a lock in it. At the next start, folders
 * without a held lock are deleted: their process was killed.
 */
public final class PrivateFiles {
    private static final String PREFIX = "stockload-private-";
    private static final String LOCK = "owner.lock";

    /** A new folder may not have its lock yet. */
    private static final Duration NEW = Duration.ofMinutes(1);

    private static Path folder;

    /** Held until the process ends; a channel without a reference would lose its lock. */
    private static FileLock held;

    private PrivateFiles() {}

    /** A path for a new file with this name, in a new folder. */
    static synchronized Path create(String name) throws IOException {
        if (folder == null || !Files.isDirectory(folder)) {
            folder = Files.createTempDirectory(PREFIX);
            folder.toFile().deleteOnExit();
            Path lock = folder.resolve(LOCK);
            lock.toFile().deleteOnExit();
            // Whoever sees the file finds it locked: it gets its name only then.
            Path unlocked = folder.resolve(LOCK + ".new");
            held =
                    FileChannel.open(unlocked, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                            .lock();
            Files.move(unlocked, lock, StandardCopyOption.ATOMIC_MOVE);
        }
        return Files.createTempDirectory(folder, "").resolve(name);
    }

    /**
     * Works on a file that a person named, or on a copy of it if it is a pipe, which can be read
     * only once: it is read to its end first, however long that takes. A message about the copy
     * names the file.
     */
    public static <T> T read(Path named, Consumer<String> notice, IOFunction<Path, T> work)
            throws IOException {
        boolean isPipe =
                Files.exists(named) && !Files.isRegularFile(named) && !Files.isDirectory(named);
        if (!isPipe) {
            return work.apply(named);
        }
        notice.accept("Reading " + named + " until it ends");
        Path copy = create(String.valueOf(named.getFileName()));
        try {
            PathUtils.copy(() -> Files.newInputStream(named), copy);
            return work.apply(copy);
        } catch (UnusableSheetException e) {
            throw e.renamed(named);
        } finally {
            delete(copy);
        }
    }

    static void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(file.getParent());
    }

    public static synchronized void sweep() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, PREFIX + "*")) {
            for (Path each : folders) {
                if (!each.equals(folder) && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                    deleteIfLeft(each);
                }
            }
        } catch (IOException e) {
            // The next start tries again.
        }
    }

    private static void deleteIfLeft(Path left) {
        Path lock = left.resolve(LOCK);
        try {
            if (Files.exists(lock) ? isHeld(lock) : isNew(left)) {
                return;
            }
            PathUtils.deleteDirectory(left);
        } catch (IOException e) {
            // such as another user's folder
        }
    }

    private static boolean isHeld(Path lock) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock free = channel.tryLock()) {
            return free == null;
        } catch (OverlappingFileLockException e) {
            return true;
        }
    }

    private static boolean isNew(Path left) throws IOException {
        Instant made = Files.getLastModifiedTime(left).toInstant();
        return made.isAfter(Instant.now().minus(NEW));
    }
}
