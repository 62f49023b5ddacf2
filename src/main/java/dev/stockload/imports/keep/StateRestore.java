package dev.stockload.imports.keep;

import dev.stockload.database.LedgerAddress;
import dev.stockload.database.StateFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.FaultMessages;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipException;

/**
 * Restores a backup into a locked data folder. The ledger cannot know what was sent after the
 * backup was made, so it is marked as an older copy before it is moved to its place.
 */
public final class StateRestore {
    private final LedgerAddress address;
    private final StateFolder folder;

    public record Result(int runs, int unfinished) {}

    public StateRestore(Path data, LedgerAddress address) {
        this.address = address;
        this.folder = new StateFolder(data);
    }

    public List<String> parts() {
        return folder.parts();
    }

    /**
     * Restores a backup into a folder without a state, after all of the backup was checked.
     *
     * @throws ZipException if the file is not a backup
     * @throws Refusal if it was changed
     */
    public Result from(Path backup) throws IOException {
        Path prepared = folder.prepare();
        try {
            BackupFile.unpack(backup, prepared);
            Result found = prepare(prepared, backup);
            folder.moveIn();
            return found;
        } catch (IOException | RuntimeException e) {
            folder.discard();
            throw e;
        }
    }

    private static Result prepare(Path prepared, Path backup) {
        try (Ledger ledger = Ledger.open(LedgerAddress.inFolder(prepared))) {
            return note(ledger);
        } catch (RuntimeException e) {
            if (FaultMessages.isOfFullDisk(e)) {
                throw e;
            }
            throw BackupFile.damaged(
                    backup.toString(),
                    "its ledger cannot be read (%s)".formatted(FaultMessages.innermost(e)),
                    e);
        }
    }

    /** Marks a database that was restored by other means as an older copy. */
    public Result note() {
        try (Ledger ledger = Ledger.open(address)) {
            return note(ledger);
        }
    }

    private static Result note(Ledger ledger) {
        int unfinished = ledger.runs().unfinished().size();
        ledger.restored().mark();
        return new Result(ledger.runs().size(), unfinished);
    }
}
