package dev.stockload.app;

import dev.stockload.database.DataFolderLock;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.UnusableLedgerException;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;

import org.slf4j.LoggerFactory;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;

/**
 * How other commands reach the database of the process that serves a data folder. Only the owner of
 * that folder can read it.
 *
 * @param port where it lends its database; 0 where that is a server that all reach
 * @param key what lets a command in, made anew at each start
 */
public record ServeFile(int port, String key) {
    /** Without an answer for so long, the process or the machine hangs. */
    static final Duration LONGEST_ANSWER = Duration.ofSeconds(60);

    /** Nobody waits longer to see how things stand. */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(10);

    private static final String NAME = "serve.json";
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);

    /** On a busy machine a process that serves needs some ten seconds until it is ready. */
    private static final int LOOKS = 100;

    /** The process that serves this data folder; one that has just begun to is waited for. */
    static Optional<ServeFile> await(Path data, StopSignal stop) throws IOException {
        for (int look = 0; look < LOOKS && isServed(data) && !stop.isAsked(); look++) {
            Optional<ServeFile> served = read(data);
            if (served.isPresent()) {
                return served;
            }
            Time.real().rest(BETWEEN_LOOKS, stop);
        }
        return Optional.empty();
    }

    static Optional<ServeFile> find(Path data) throws IOException {
        return isServed(data) ? read(data) : Optional.empty();
    }

    private static boolean isServed(Path data) throws IOException {
        return DataFolderLock.isTaken(data)
                && DataFolderLock.owner(data).startsWith(FolderClaim.SERVE);
    }

    private static Optional<ServeFile> read(Path data) {
        try {
            return Optional.of(
                    JsonMapper.shared()
                            .readValue(Files.readAllBytes(data.resolve(NAME)), ServeFile.class));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    /**
     * Where its database is.
     *
     * @param patience how long it may be silent
     */
    LedgerAddress database(Settings settings, Duration patience) {
        return port == 0 ? settings.ledger() : LedgerAddress.lent(port, key, patience);
    }

    /** Where a command that only looks finds the database of the process that serves. */
    public static Optional<LedgerAddress> databaseToRead(Settings settings) throws IOException {
        return find(settings.data()).map(served -> served.database(settings, LONGEST_LOOK));
    }

    /** Fails soon where the process that serves hangs. */
    void expectAnswer(Settings settings) {
        LedgerAddress database = database(settings, LONGEST_LOOK);
        if (!database.isLent()) {
            return;
        }
        try (Ledger ledger = Ledger.openToRead(database)) {
            if (ledger.answers()) {
                return;
            }
        } catch (UnusableLedgerException e) {
            LoggerFactory.getLogger(ServeFile.class).warn("serve does not answer", e);
        }
        throw new RunFailedException(
                "stockload %s does not answer: end it, then start it again"
                        .formatted(DataFolderLock.owner(settings.data())));
    }

    /** Whether the process that wrote this still lends what it has. */
    boolean isThere(Path data) throws IOException {
        return find(data).filter(this::equals).isPresent();
    }

    void write(Path data) throws IOException {
        Path file = data.resolve(NAME);
        Path beside = data.resolve(NAME + ".part");
        Files.deleteIfExists(beside);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(
                    beside,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        }
        Files.write(beside, JsonMapper.shared().writeValueAsBytes(this));
        Files.move(
                beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    static void remove(Path data) {
        try {
            Files.deleteIfExists(data.resolve(NAME));
        } catch (IOException e) {
            // It leads nowhere from now on, and whoever tries notices.
        }
    }

    @Override
    public String toString() {
        return "port " + port;
    }
}
