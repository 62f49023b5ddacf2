package dev.stockload.cli.operate;

import dev.stockload.app.Settings;
import dev.stockload.app.Workspace;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.database.StateFolder;
import dev.stockload.imports.keep.StateBackup;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** {@code stockload backup}: writes the whole state into one file. */
@Command(
        name = "backup",
        description = {
            "Writes the whole state into one file: the database at one moment, reports, and the"
                    + " sheets of unfinished runs. If serve is running, its runs continue; if"
                    + " another command is running, backup waits for it."
        },
        footer = {
            "",
            "With PostgreSQL, use pg_dump; this command then prints how.",
            "",
            "Example:",
            "  stockload backup /backups/stockload-2026-11-15.zip"
        })
public final class BackupCommand implements Callable<Integer> {
    @Mixin private CommandSession context;

    @Parameters(paramLabel = "FILE", description = "The file to write; it must not exist yet.")
    private Path file;

    @Override
    public Integer call() throws IOException {
        Settings settings = context.settings();
        if (!settings.ledger().isFile()) {
            throw Refusal.settings(
                    "The state is in the database %s, which can be copied while runs continue: pg_dump -Fc -f %s NAME. The copy has the sheets of unfinished runs. To restore it: pg_restore, then 'stockload restore' without a file"
                            .formatted(settings.ledger(), file));
        }
        if (!StateFolder.hasLedger(settings.ledger())) {
            throw Refusal.settings(
                    "There is nothing to back up: %s has no state".formatted(settings.data()));
        }
        if (Files.exists(file)) {
            throw Refusal.settings(
                    "%s already exists: name another file, or remove it".formatted(file));
        }
        context.expectWritable(file);
        return context.run("backup", (workspace, stop, screen) -> write(workspace, settings));
    }

    private int write(Workspace workspace, Settings settings) throws IOException {
        new StateBackup(settings.data(), workspace.ledger()).write(file);
        context.out()
                .say(
                        "%s holds the state of %s (%s KB)",
                        file, settings.data(), Count.of((Files.size(file) + 999) / 1000));
        return ExitCode.DONE;
    }
}
