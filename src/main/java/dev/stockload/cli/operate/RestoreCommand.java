package dev.stockload.cli.operate;

import dev.stockload.app.Settings;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.database.DataFolderLock;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.StateFolder;
import dev.stockload.imports.keep.StateBackup;
import dev.stockload.ledger.Ledger;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.zip.ZipException;

/** {@code stockload restore}: restores the state of a backup. */
@Command(
        name = "restore",
        description = {
            "Restores a backup into an empty data folder.",
            "The backup does not know what was sent after it was made. So the next runs compare"
                    + " every colour with the service before they send it; what is there is not"
                    + " sent again."
        },
        footer = {
            "",
            "If the ledger is in PostgreSQL: pg_restore first, then this command without a file.",
            "",
            "Example:",
            "  stockload restore /backups/stockload-2026-11-15.zip"
        })
public final class RestoreCommand implements Callable<Integer> {
    @Mixin private CommandContext context;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "The file of 'stockload backup'; none for PostgreSQL.")
    private Path file;

    @Override
    public Integer call() throws IOException {
        Settings settings = context.settings();
        boolean isFile = settings.ledger().isFile();
        if (isFile && file == null) {
            throw context.misused("Which backup? For example: stockload restore backup.zip");
        }
        if (!isFile && file != null) {
            throw Refusal.settings(
                    "The state is in the database %s: restore it with pg_restore, then run 'stockload restore' without a file"
                            .formatted(settings.ledger()));
        }
        String ownFile = LedgerAddress.inFolder(settings.data()).path();
        if (isFile && !settings.ledger().path().equals(ownFile)) {
            throw Refusal.settings(
                    "The state is in the file %s, not in the data folder: copy that file back while no process uses it"
                            .formatted(settings.ledger()));
        }
        DataFolderLock own = take(settings.data());
        try (own) {
            print(isFile ? fromFile(settings) : inDatabase(settings));
        }
        return ExitCode.DONE;
    }

    private static DataFolderLock take(Path data) throws IOException {
        return DataFolderLock.takeWithin(DataFolderLock.MOMENT, data, "restore")
                .orElseThrow(
                        () ->
                                Refusal.settings(
                                        "The data folder %s is in use by %s; stop it first"
                                                .formatted(data, DataFolderLock.owner(data))));
    }

    private StateBackup.Restored fromFile(Settings settings) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw Refusal.settings("There is no file " + file);
        }
        StateFolder folder = new StateFolder(settings.data());
        if (!folder.parts().isEmpty()) {
            throw Refusal.settings(
                    "%s already has a state (%s). Restore into another folder (STOCKLOAD_DATA), or move these away first"
                            .formatted(settings.data(), String.join(", ", folder.parts())));
        }
        try {
            return StateBackup.restore(file, folder);
        } catch (ZipException e) {
            throw Refusal.settings(
                    "%s is not a backup of Stockload, or incomplete: %s. Nothing was changed; restore another file"
                            .formatted(file, e.getMessage()),
                    e);
        }
    }

    private static StateBackup.Restored inDatabase(Settings settings) {
        try (Ledger ledger = Ledger.open(settings.ledger())) {
            Optional<String> other = ledger.owners().anyAlive();
            if (other.isPresent()) {
                throw Refusal.settings(
                        "The database %s is in use by %s; stop it first"
                                .formatted(settings.ledger(), other.get()));
            }
            return StateBackup.note(ledger);
        }
    }

    private void print(StateBackup.Restored result) {
        CommandOutput out = context.out();
        out.say(
                "Restored %s. The backup does not know what was sent after it: the next runs"
                        + " compare every colour with the service before they send it",
                Count.of(result.runs(), "run"));
        if (result.unfinished() > 0) {
            out.say(
                    "%s unfinished and ended with the restore. Import the newest sheet again: the"
                            + " backup may not know it",
                    Count.were(result.unfinished(), "run"));
        }
    }
}
