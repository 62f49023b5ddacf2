package dev.stockload.imports;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.ledger.RestoreJournal;
import dev.stockload.ledger.Run;
import dev.stockload.runs.FaultMessages;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipException;

/**
 * Brings a backup into a data folder that is ours. What the service got since the backup was made
 * the ledger cannot know, so that it takes note of that, before it is in its place.
 */
public final class StateRestore {
    private final Path data;
    private final LedgerAddress address;
    private final RestoreJournal journal;

    /**
     * What was brought.
     *
     * @param replaced where the state is that was there before
     */
    public record Result(int runs, int unfinished, Optional<Path> replaced) {}

    public StateRestore(Path data, LedgerAddress address) {
        this(data, address, new RestoreJournal(data));
    }

    StateRestore(Path data, LedgerAddress address, RestoreJournal journal) {
        this.data = data;
        this.address = address;
        this.journal = journal;
    }

    /** Whether there is a state already. */
    public boolean isThere() {
        return Files.exists(data.resolve(RestoreJournal.LEDGER));
    }

    /**
     * Puts the state of a backup in place of what is there, which is moved aside. What is there is
     * not touched before all of the backup was found good.
     *
     * @throws ZipException where the file is no backup
     * @throws DamagedBackupException where it is not as it was written
     */
    public Result from(Path backup, Instant now) throws IOException {
        try {
            Path coming = journal.prepare();
            BackupFile.unpack(backup, coming);
            Result found = prepare(coming, now);
            Optional<Path> replaced = journal.moveIn(now);
            return new Result(found.runs, found.unfinished, replaced);
        } catch (IOException | RuntimeException e) {
            discardAfter(e);
            throw e;
        }
    }

    private void discardAfter(Exception fault) {
        try {
            journal.discard();
        } catch (IOException e) {
            // Whoever comes next is told that a restore was cut short, and what to do.
            fault.addSuppressed(e);
        }
    }

    private static Result prepare(Path coming, Instant now) throws IOException {
        Result result;
        try (Ledger ledger = Ledger.open(LedgerAddress.inFolder(coming))) {
            ledger.restored().readAll();
            checkSheets(ledger, coming);
            result = note(ledger, now);
        } catch (RuntimeException e) {
            if (FaultMessages.isOfFullDisk(e)) {
                throw e;
            }
            throw new DamagedBackupException(
                    "its ledger cannot be read (%s)".formatted(FaultMessages.innermost(e)), e);
        }
        // Not even a power cut shows it in its place without its content.
        Path ledger = coming.resolve(RestoreJournal.LEDGER);
        try (FileChannel file = FileChannel.open(ledger, StandardOpenOption.WRITE)) {
            file.force(true);
        }
        return result;
    }

    /** Each run knows the hash of its sheet. */
    private static void checkSheets(Ledger ledger, Path coming) throws IOException {
        for (String name : RunFolder.names(coming)) {
            Optional<Run> run = ledger.runs().find(name);
            for (Path sheet :
                    run.isEmpty() ? List.<Path>of() : RunFolder.of(coming, name).sheets()) {
                if (!RunFolder.hash(sheet).equals(run.get().content())) {
                    throw new DamagedBackupException(
                            "%s is not the sheet that run %s has read"
                                    .formatted(coming.relativize(sheet), name),
                            null);
                }
            }
        }
    }

    /** Takes note that the database was restored by other means. */
    public Result note(Instant now) {
        try (Ledger ledger = Ledger.open(address)) {
            return note(ledger, now);
        }
    }

    private static Result note(Ledger ledger, Instant now) {
        ledger.restored().mark();
        return new Result(
                ledger.runList().size(), ledger.restored().unfinished(), Optional.empty());
    }
}
