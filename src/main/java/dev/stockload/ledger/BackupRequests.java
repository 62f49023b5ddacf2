package dev.stockload.ledger;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * How a process asks another, which has the file of the ledger open, for a copy of it: the only one
 * who can make a whole one. The request is a file in the data folder, which is its owner's alone.
 */
public final class BackupRequests implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackupRequests.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String REQUEST = "stockload.backup-request";
    private static final String COPY = "stockload.backup-";

    private final Path folder;
    private final Database database;
    private final Thread thread;

    private BackupRequests(Path folder, Database database) {
        this.folder = folder;
        this.database = database;
        this.thread = new Thread(this::watch, "backup-requests");
        thread.setDaemon(true);
    }

    /** Answers requests for copies until it is closed. */
    static BackupRequests answer(Path folder, Database database) {
        BackupRequests requests = new BackupRequests(folder, database);
        requests.thread.start();
        return requests;
    }

    /**
     * A copy of the ledger, made by the process that has it.
     *
     * @return a file in the data folder, to be removed; empty where that process has ended
     * @throws IOException with the words of the other process, where it failed
     */
    public static Optional<Path> ask(Path folder) throws IOException, InterruptedException {
        String name = COPY + UUID.randomUUID() + ".zip";
        Path copy = folder.resolve(name);
        Path failed = folder.resolve(name + ".failed");
        Path request = folder.resolve(REQUEST);
        Path beside = folder.resolve(name + ".request");
        Files.writeString(beside, name);
        Files.move(beside, request, StandardCopyOption.ATOMIC_MOVE);
        long asked = System.nanoTime();
        try {
            while (DataFolderLock.isTaken(folder)) {
                if (Files.exists(copy)) {
                    return Optional.of(copy);
                }
                if (Files.exists(failed)) {
                    throw new IOException(Files.readString(failed));
                }
                boolean heard = !name.equals(read(request));
                if (!heard && System.nanoTime() - asked > PATIENCE.toNanos()) {
                    throw new IOException(
                            "%s does not answer; it may be of an older version"
                                    .formatted(DataFolderLock.owner(folder)));
                }
                Thread.sleep(BETWEEN_LOOKS.toMillis());
            }
            return Files.exists(copy) ? Optional.of(copy) : Optional.empty();
        } finally {
            Files.deleteIfExists(failed);
            if (name.equals(read(request))) {
                Files.deleteIfExists(request);
            }
        }
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(BETWEEN_LOOKS.toMillis());
                String name = read(folder.resolve(REQUEST));
                if (name != null && name.matches("stockload\\.backup-[0-9a-f-]+\\.zip")) {
                    Files.deleteIfExists(folder.resolve(REQUEST));
                    make(name);
                }
            }
        } catch (InterruptedException e) {
            // The ledger is closed.
        } catch (IOException e) {
            LOG.warn("Requests for backups are answered no more", e);
        }
    }

    private void make(String name) throws IOException {
        try {
            copy(database, folder.resolve(name));
        } catch (IOException | RuntimeException e) {
            LOG.warn("The backup failed", e);
            Files.writeString(folder.resolve(name + ".failed"), String.valueOf(e.getMessage()));
        }
    }

    /** Writes a copy of a ledger that is a file; others go on meanwhile. */
    static void copy(Database database, Path file) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            database.template().execute("backup to '%s'".formatted(quoted(part)));
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static String quoted(Path file) {
        return file.toString().replace("'", "''");
    }

    private static String read(Path request) throws IOException {
        try {
            return Files.readString(request);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            // A copy that is being made is let come to its end.
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
