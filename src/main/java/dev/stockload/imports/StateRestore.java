package dev.stockload.imports;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Brings a backup into a data folder that is ours. What the service got since the backup was made
 * the ledger cannot know, so that it takes note of that.
 */
public final class StateRestore {
    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final List<String> STATE = List.of(StateBackup.LEDGER, "reports", "uploads");

    private final Path data;
    private final LedgerAddress address;

    /**
     * What was brought.
     *
     * @param replaced where the state is that was there before
     */
    public record Result(int runs, int unfinished, Optional<Path> replaced) {}

    public StateRestore(Path data, LedgerAddress address) {
        this.data = data;
        this.address = address;
    }

    /** Whether there is a state already. */
    public boolean isThere() {
        return Files.exists(data.resolve(StateBackup.LEDGER));
    }

    /**
     * Puts the state of a backup in place of what is there, which is moved aside. Until the last
     * step, the ledger, nothing of it counts.
     *
     * @throws ZipException where the file is no backup
     */
    public Result from(Path backup, Instant now) throws IOException {
        Path coming = data.resolve("stockload.restoring");
        RunFolder.remove(coming);
        unpack(backup, coming);
        Optional<Path> replaced = isThere() ? Optional.of(moveAside(now)) : Optional.empty();
        for (String part : List.of("reports", "uploads", StateBackup.LEDGER)) {
            if (Files.exists(coming.resolve(part))) {
                RunFolder.remove(data.resolve(part));
                Files.move(coming.resolve(part), data.resolve(part));
            }
        }
        RunFolder.remove(coming);
        return note(now, replaced);
    }

    /** Takes note that the database was restored by other means. */
    public Result note(Instant now) {
        return note(now, Optional.empty());
    }

    private Result note(Instant now, Optional<Path> replaced) {
        try (Ledger ledger = Ledger.open(address)) {
            ledger.restored().mark(now);
            return new Result(ledger.runList().size(), ledger.restored().unfinished(), replaced);
        }
    }

    private Path moveAside(Instant now) throws IOException {
        Path aside =
                Files.createDirectory(
                        data.resolve(
                                "stockload.replaced-"
                                        + SECOND.format(now.atZone(ZoneId.systemDefault()))));
        for (String part : STATE) {
            if (Files.exists(data.resolve(part))) {
                Files.move(data.resolve(part), aside.resolve(part));
            }
        }
        return aside;
    }

    private static void unpack(Path backup, Path folder) throws IOException {
        try (ZipFile zip = new ZipFile(backup.toFile())) {
            if (zip.getEntry(StateBackup.LEDGER) == null) {
                throw new ZipException("it holds no " + StateBackup.LEDGER);
            }
            for (ZipEntry entry : Collections.list(zip.entries())) {
                Path file = folder.resolve(entry.getName()).normalize();
                boolean known = STATE.contains(folder.relativize(file).getName(0).toString());
                if (!file.startsWith(folder) || !known) {
                    throw new ZipException("it holds " + entry.getName());
                }
                Files.createDirectories(file.getParent());
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, file);
                }
            }
        }
    }
}
