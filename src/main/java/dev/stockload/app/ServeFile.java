package dev.stockload.app;

import dev.stockload.database.DataFolderLock;
import dev.stockload.database.LedgerAddress;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.sheet.WholeFile;
import dev.stockload.stock.Refusal;

import org.slf4j.LoggerFactory;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The file in the data folder by which commands reach the database of the process that has it: all
 * commands that of {@code serve}, commands that only read that of any process. Only the owner of
 * the folder can read it.
 *
 * @param port where it lends its database; 0 if the database is a server of its own
 * @param key the password for a command, new at each start
 */
record ServeFile(int port, String key) {
    /** A process that takes longer to answer hangs. */
    static final Duration LONGEST_ANSWER = Duration.ofSeconds(60);

    /** The limit for a command that only shows something. */
    static final Duration LONGEST_READ = Duration.ofSeconds(10);

    private static final String NAME = "serve.json";
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(300);

    /** On a busy machine, serve takes some ten seconds until it is ready. */
    private static final int ATTEMPTS = 100;

    /** The process that serves this data folder; waits for one that has just started. */
    static Optional<ServeFile> await(Path data, StopSignal stop) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS && isServed(data) && !stop.isAsked(); attempt++) {
            Optional<ServeFile> served = read(data);
            if (served.isPresent()) {
                return served;
            }
            Time.real().rest(BETWEEN_ATTEMPTS, stop);
        }
        return Optional.empty();
    }

    static Optional<ServeFile> find(Path data) throws IOException {
        return isServed(data) ? read(data) : Optional.empty();
    }

    private static boolean isServed(Path data) throws IOException {
        return DataFolderLock.isTaken(data)
                && DataFolderLock.owner(data).startsWith(Workspace.SERVE);
    }

    static Optional<ServeFile> read(Path data) {
        try {
            return Optional.of(JsonMapper.shared().readValue(data.resolve(NAME), ServeFile.class));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    LedgerAddress database(Settings settings, Duration limit) {
        return port == 0 ? settings.ledger() : LedgerAddress.lent(port, key, limit);
    }

    /** Fails soon if the process that serves hangs. */
    void expectAnswer(Settings settings) {
        LedgerAddress database = database(settings, LONGEST_READ);
        if (!database.isLent()) {
            return;
        }
        try (Ledger ledger = Ledger.openToRead(database)) {
            if (ledger.isReachable()) {
                return;
            }
        } catch (Refusal e) {
            LoggerFactory.getLogger(ServeFile.class).warn("serve does not answer", e);
        }
        throw new RunFailedException(
                "stockload %s does not answer: end it, then start it again"
                        .formatted(DataFolderLock.owner(settings.data())));
    }

    /** Whether the process that wrote this still lends its database. */
    boolean isThere(Path data) throws IOException {
        return find(data).filter(this::equals).isPresent();
    }

    void write(Path data) throws IOException {
        // Only the owner can read a temporary file. Earlier ones are left of killed processes.
        Path part = WholeFile.part(data, Instant.MAX);
        Files.write(part, JsonMapper.shared().writeValueAsBytes(this));
        Files.move(part, data.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
    }

    static void remove(Path data) {
        try {
            Files.deleteIfExists(data.resolve(NAME));
        } catch (IOException e) {
            // It is useless from now on; a command that tries it notices.
        }
    }

    @Override
    public String toString() {
        return "port " + port;
    }
}
