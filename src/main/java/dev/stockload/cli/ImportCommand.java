package dev.stockload.cli;

import dev.stockload.imports.ImportOptions;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.MissingMode;
import dev.stockload.imports.SendMode;
import dev.stockload.sheet.SheetInput;
import dev.stockload.sheet.UnusableSheetException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** {@code stockload import}: one file, without a definition. */
@Command(
        name = "import",
        description =
                "Imports a stock sheet. Importing the same file again resumes where it failed;"
                        + " nothing is sent twice.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  stockload import sample-data/warehouse.xlsx --send changed",
            "",
            "Exit codes: 0 all sent, 3 some rows rejected or held, 1 failed or stopped (resume"
                    + " continues), 2 the file cannot be used."
        })
final class ImportCommand implements Callable<Integer> {
    @Mixin private SheetArguments sheet;
    @Mixin private AccountOption account;
    @Mixin private CommandSession session;

    @Parameters(
            paramLabel = "FILE",
            description = "An Excel, OpenDocument or CSV file, or a .zip or .gz with one.")
    private Path file;

    @Option(
            names = "--send",
            paramLabel = "all|changed|new",
            defaultValue = "all",
            description =
                    "changed: leave out colours that have not changed since they were sent; new:"
                            + " leave out products that have stock already (default:"
                            + " ${DEFAULT-VALUE}).")
    private SendMode send;

    @Option(
            names = "--missing",
            paramLabel = "tell|zero|keep",
            defaultValue = "keep",
            description =
                    "What earlier imports sent and this file does not name: tell counts it, zero"
                            + " sends it with stock 0 (default: ${DEFAULT-VALUE}).")
    private MissingMode missing;

    @Option(names = "--again", description = "Send a file again that was already imported.")
    private boolean again;

    @Override
    public Integer call() throws IOException {
        try (SheetInput input = SheetInput.of(file, session.err()::println)) {
            try {
                return importing(input.file());
            } catch (UnusableSheetException e) {
                throw input.inTheirWords(e);
            }
        }
    }

    private int importing(Path read) throws IOException {
        return new ImportRunner(session)
                .run(
                        "import of " + file,
                        each ->
                                each.ended(
                                        each.session()
                                                .start(
                                                        new ImportOrder(
                                                                ImportOrder.NO_JOB,
                                                                each.session()
                                                                        .account(account.name()),
                                                                read,
                                                                ImportOptions.of(
                                                                        sheet.options(),
                                                                        send,
                                                                        missing),
                                                                again,
                                                                false)),
                                        file.toString()));
    }
}
