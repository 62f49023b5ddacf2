package dev.stockload.imports.keep;

import dev.stockload.database.LedgerAddress;
import dev.stockload.database.StateFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.FaultMessages;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.ZipException;

/**
 * Restores a backup into a locked data folder. The ledger cannot know what was sent after the
 * backup was made, so it is marked as an older copy before it is moved to its place.
 */
public record StateRestore(StateFolder folder) {
    public record Result(int runs, int unfinished) {}

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

    /** Marks a database as an older copy, also one that was restored by other means. */
    public static Result note(Ledger ledger) {
        int unfinished = ledger.runs().unfinished().size();
        ledger.markRestored();
        return new Result(ledger.runs().size(), unfinished);
    }
}
