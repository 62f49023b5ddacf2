package dev.stockload.cli.service;

import dev.stockload.app.Workspace;
import dev.stockload.cli.terminal.CommandContext.AccountOption;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.ProgressScreen;
import dev.stockload.imports.store.StoreExport;
import dev.stockload.imports.store.StoreExport.Exported;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;

/** {@code stockload export}: writes the stock of the store as a sheet. */
@Command(
        name = "export",
        description = "Writes the stock of the store as a sheet, which imports with 0 changes.",
        footer = {
            "",
            "It reads five products a second at most and pauses while a run sends; if it is"
                    + " stopped, the same command continues it within a day. With --known it asks"
                    + " the service nothing.",
            "",
            "A job with stock rules such as a buffer applies them again to an exported sheet, so"
                    + " that its stock shrinks each time: import it without that job.",
            "",
            "With --json: {\"file\", \"products\", \"sizes\", \"leftOut\", \"unreadable\"}.",
            "",
            "Examples:",
            "  stockload export stock.xlsx",
            "  stockload export two.csv --product 10001 SL-10002",
            "",
            "Exit codes: 0 all is in the sheet, 3 something was left out, 1 the service could not"
                    + " be read, or stopped, 2 the file cannot be written."
        })
public final class ExportCommand implements Callable<Integer> {
    @Mixin private CommandSession session;
    @Mixin private AccountOption account;
    @Mixin private JsonOption json;

    @Parameters(paramLabel = "FILE", description = "The new .xlsx or .csv file.")
    private Path file;

    @Option(names = "--known", description = "What the service accepted last, without asking it.")
    private boolean known;

    @Option(
            names = "--product",
            arity = "1..*",
            paramLabel = "PID|ITEM|BARCODE",
            description = "Only these products.")
    private List<String> products = List.of();

    @Override
    public Integer call() throws IOException {
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".xlsx") && !name.endsWith(".csv")) {
            throw session.misused("The file is .xlsx or .csv, but this is '%s'".formatted(file));
        }
        session.expectWritable(file);
        return session.run("export", (workspace, stop, screen) -> export(workspace, screen));
    }

    private int export(Workspace workspace, ProgressScreen screen) throws IOException {
        String name = workspace.account(account.name());
        Set<Integer> only = Set.copyOf(workspace.products(name).all(products));
        StoreExport export = new StoreExport(workspace.process(), workspace.caller());
        Exported exported =
                known
                        ? export.known(name, only, file)
                        : export.shown(name, only, file, screen.products("read"));
        screen.close();
        json.print(exported, session, ExportCommand::print);
        return exported.hasAll() ? ExitCode.DONE : ExitCode.REJECTS;
    }

    private static void print(Exported exported, CommandOutput out) {
        out.say("%s: %s", exported.words(), exported.file());
        exported.omissions().forEach(each -> out.say("%s", each));
    }
}
