package dev.stockload.cli;

import dev.stockload.check.CheckedColour;
import dev.stockload.check.CheckedSheet;
import dev.stockload.check.RequestPlan;
import dev.stockload.check.StatusReport;
import dev.stockload.jobs.ImportOption;
import dev.stockload.sheet.RejectsFile;
import dev.stockload.sheet.SheetInput;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.UnusableSheetException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;

/** {@code stockload check}: everything but the service. */
@Command(
        name = "check",
        description =
                "Checks a stock sheet: what was understood, every problem, and how long an import"
                        + " would take. Nothing is sent.",
        footer = {
            "",
            "Example:",
            "  stockload check sample-data/warehouse.xlsx",
            "  stockload check stock.csv --encoding GB18030 --columns item=Article,stock=\"On"
                    + " hand\" --out checked",
            "",
            "Exit codes: 0 all rows are good, 3 some are not, 2 the file cannot be used."
        })
final class CheckCommand implements Callable<Integer> {
    @Mixin private CommandContext context;

    @Parameters(
            paramLabel = "FILE",
            description = "An Excel, OpenDocument or CSV file, or a .zip or .gz with one.")
    private Path file;

    @Mixin private final SheetArguments sheet = new SheetArguments(ImportOption.OF_SHEETS);

    @Option(names = "--json", description = "Print the report as JSON and nothing else.")
    private boolean json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write report.json and the rejected rows into this folder.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        silenceReaders();
        SheetOptions options = ImportOption.sheetOptions(sheet);
        try (SheetInput input = SheetInput.of(file, context.err()::println)) {
            return check(input, options);
        }
    }

    private int check(SheetInput input, SheetOptions options) throws IOException {
        Instant started = Instant.now();
        CheckedSheet checked = read(input, options);
        StatusReport report = report(checked, started);
        Path rejects = out == null ? null : write(input.file(), checked, report, options);
        PrintWriter words = context.out();
        if (json) {
            report.write(checked.problems(), checked.warnings(), words);
            words.println();
        } else {
            CheckText text = new CheckText(checked, file);
            text.print(words);
            if (rejects != null) {
                words.println("Rejected and held rows: " + rejects);
            }
            text.next(words, SheetArguments.typed(options));
        }
        return checked.accepted() == checked.rows() ? ExitCode.DONE : ExitCode.REJECTS;
    }

    /** POI logs what it finds odd in a file; here a person reads, and gets our sentence. */
    private static void silenceReaders() {
        System.setProperty(
                "log4j.provider", "org.apache.logging.log4j.simple.internal.SimpleProvider");
        System.setProperty("org.apache.logging.log4j.simplelog.level", "OFF");
    }

    private CheckedSheet read(SheetInput input, SheetOptions options) {
        try (ProgressScreen screen = new ProgressScreen(context.err())) {
            return CheckedSheet.read(input.file(), options, screen::reads);
        } catch (UnusableSheetException e) {
            throw input.inTheirWords(e);
        } catch (IOException e) {
            throw new UnusableSheetException(
                    "%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Writes the files of the report; gives that of the rejected rows, null where all are good. */
    private Path write(Path read, CheckedSheet checked, StatusReport report, SheetOptions options) {
        try {
            if (RejectsFile.wouldReplace(read, out)) {
                throw context.misused(
                        "--out %s would replace the sheet itself: name another folder"
                                .formatted(out));
            }
            report.writeInto(out, checked.problems(), checked.warnings());
            return checked.accepted() == checked.rows()
                    ? null
                    : RejectsFile.write(read, options, checked.problems(), out);
        } catch (FileAlreadyExistsException e) {
            throw context.misused("--out takes a folder, but %s is a file".formatted(e.getFile()));
        } catch (IOException e) {
            throw context.misused("--out %s cannot be written: %s".formatted(out, e.getMessage()));
        }
    }

    private StatusReport report(CheckedSheet checked, Instant started) {
        int ready = checked.colourCount(CheckedColour.State.READY);
        return new StatusReport(
                null,
                null,
                null,
                file.toString(),
                StatusReport.State.COMPLETED,
                started,
                Instant.now(),
                new StatusReport.Rows(
                        checked.rows(), checked.accepted(), checked.rejected(), checked.held()),
                new StatusReport.Colours(
                        checked.colourCount(),
                        0,
                        0,
                        0,
                        checked.colourCount(CheckedColour.State.REJECTED),
                        checked.colourCount(CheckedColour.State.HELD),
                        0,
                        ready),
                new StatusReport.Requests(0, RequestPlan.of(ready).requests()),
                StatusReport.Missing.NONE,
                null);
    }
}
