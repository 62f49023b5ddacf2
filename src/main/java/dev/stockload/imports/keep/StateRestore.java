package dev.stockload.imports.keep;

import dev.stockload.database.LedgerAddress;
import dev.stockload.database.StateFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.FaultMessages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipException;

/**
 * Brings a backup into a data folder that is ours. What the service got since the backup was made
 * the ledger cannot know, so that it takes note of that, before it is in its place.
 */
public final class StateRestore {
    private final LedgerAddress address;
    private final StateFolder folder;

    /** What was brought. */
    public record Result(int runs, int unfinished) {}

    public StateRestore(Path data, LedgerAddress address) {
        this.address = address;
        this.folder = new StateFolder(data);
    }

    /** What is there of a state already. */
    public List<String> parts() {
        return folder.parts();
    }

    /**
     * Puts the state of a backup into a folder that holds none, once all of the backup was found
     * good.
     *
     * @throws ZipException where the file is no backup
     * @throws DamagedBackupException where it is not as it was written
     */
    public Result from(Path backup) throws IOException {
        Path coming = folder.prepare();
        try {
            BackupFile.unpack(backup, coming);
            Result found = prepare(coming);
            folder.moveIn();
            return found;
        } catch (IOException | RuntimeException e) {
            folder.discard();
            throw e;
        }
    }

    private static Result prepare(Path coming) throws DamagedBackupException {
        try (Ledger ledger = Ledger.open(LedgerAddress.inFolder(coming))) {
            return note(ledger);
        } catch (RuntimeException e) {
            if (FaultMessages.isOfFullDisk(e)) {
                throw e;
            }
            throw new DamagedBackupException(
                    "its ledger cannot be read (%s)".formatted(FaultMessages.innermost(e)), e);
        }
    }

    /** Takes note that the database was restored by other means. */
    public Result note() {
        try (Ledger ledger = Ledger.open(address)) {
            return note(ledger);
        }
    }

    private static Result note(Ledger ledger) {
        int unfinished = ledger.runs().unfinished().size();
        ledger.restored().mark();
        return new Result(ledger.runList().size(), unfinished);
    }
}
