package dev.stockload.cli.runs;

import dev.stockload.cli.terminal.CommandContext.AccountOption;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.SheetArguments;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.ImportOption;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** {@code stockload import}: imports one file without a job. */
@Command(
        name = "import",
        description =
                "Imports a stock sheet. Importing the same file again resumes where it failed;"
                        + " nothing is sent twice.",
        footer = {
            "",
            "With --json: an array of the run, as in status --json; sentences go to stderr.",
            "",
            "Example:",
            "  stockload import sample-data/warehouse.xlsx --send changed",
            "",
            "Exit codes: 0 all sent, 3 some rows rejected or held, 1 failed or stopped (resume"
                    + " continues), 2 the file cannot be used."
        })
public final class ImportCommand implements Callable<Integer> {
    @Mixin private final SheetArguments sheet = new SheetArguments(ImportOption.BY_HAND);

    @Mixin private AccountOption account;
    @Mixin private CommandSession session;
    @Mixin private JsonOption json;

    @Parameters(
            paramLabel = "FILE",
            description = "An Excel, OpenDocument or CSV file, or a .zip or .gz with one.")
    private Path file;

    @Option(names = "--again", description = "Send a file again that was already imported.")
    private boolean again;

    @Override
    public Integer call() throws IOException {
        ImportOptions options = ImportOption.byHand(sheet);
        return SheetArguments.read(file, session.err()::say, read -> importing(read, options));
    }

    private int importing(Path read, ImportOptions options) throws IOException {
        return ImportRunner.run(
                session,
                json,
                "import of " + file,
                each -> {
                    String to = each.workspace().account(account.name());
                    ImportOrder order =
                            new ImportOrder(ImportOrder.NO_JOB, to, read, options, again, false)
                                    .askedBy(CommandSession.user());
                    each.ended(each.workspace().imports().start(order), file.toString());
                });
    }
}
