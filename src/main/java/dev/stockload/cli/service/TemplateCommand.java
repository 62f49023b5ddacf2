package dev.stockload.cli.service;

import dev.stockload.app.Workspace;
import dev.stockload.cli.terminal.CommandContext.AccountOption;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.store.StoreExport;
import dev.stockload.sheet.SheetTemplate;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** {@code stockload template}: writes an empty sheet for the merchant's products. */
@Command(
        name = "template",
        description =
                "Writes an empty sheet for the merchant's products, which checks what is typed.",
        footer = {
            "",
            "Item numbers can be chosen from a list, and Excel and LibreOffice refuse sizes and"
                    + " stock that the service does not take.",
            "",
            "Example: stockload template stock.xlsx"
        })
public final class TemplateCommand implements Callable<Integer> {
    @Mixin private CommandSession session;
    @Mixin private AccountOption account;

    @Parameters(paramLabel = "FILE", description = "The new .xlsx file.")
    private Path file;

    @Override
    public Integer call() throws IOException {
        if (!file.toString().toLowerCase(Locale.ROOT).endsWith(".xlsx")) {
            throw session.misused("A template is an .xlsx file, but this is '%s'".formatted(file));
        }
        session.expectWritable(file);
        if (Files.exists(file)) {
            // It may have been filled in.
            throw session.misused(
                    "%s already exists: name another file, or remove it".formatted(file));
        }
        return session.run("template", (workspace, stop, screen) -> write(workspace));
    }

    private int write(Workspace workspace) throws IOException {
        StoreExport export = new StoreExport(workspace.process(), workspace.caller());
        List<SheetTemplate.Item> items = export.items(workspace.account(account.name()));
        SheetTemplate.write(items, file);
        session.out().say("An empty sheet for %s: %s", Count.of(items.size(), "product"), file);
        return ExitCode.DONE;
    }
}
