package dev.stockload.cli;

import dev.stockload.check.CheckedColour;
import dev.stockload.check.CheckedSheet;
import dev.stockload.check.Plan;
import dev.stockload.check.Report;
import dev.stockload.sheet.RejectsFile;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;

/** {@code stockload check}: everything but the service. */
@Command(
        name = "check",
        description =
                "Checks a stock sheet: what was understood, every problem, and how long an import"
                        + " would take. Nothing is sent.",
        mixinStandardHelpOptions = true,
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
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "An Excel (.xlsx, .xls) or CSV file.")
    private Path file;

    @Mixin private SheetArguments sheet;

    @Option(names = "--json", description = "Print the report as JSON and nothing else.")
    private boolean json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write report.json and the rejected rows into this folder.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        Instant started = Instant.now();
        CheckedSheet checked;
        try (ReadingProgress progress = ReadingProgress.of(file)) {
            checked = CheckedSheet.read(file, sheet.options(spec), progress);
        }
        Report report = report(checked, started);
        Path rejects = null;
        if (out != null) {
            report.writeInto(out, checked.problems(), checked.warnings());
            if (checked.accepted() < checked.rows()) {
                rejects = RejectsFile.write(file, sheet.options(spec), checked.problems(), out);
            }
        }
        if (json) {
            report.write(checked.problems(), checked.warnings(), spec.commandLine().getOut());
        } else {
            PrintWriter words = spec.commandLine().getOut();
            new CheckedText(checked, file).print(words);
            if (rejects != null) {
                words.println("Rejected and held rows: " + rejects);
            }
        }
        return checked.accepted() == checked.rows() ? ExitCode.DONE : ExitCode.REJECTS;
    }

    private Report report(CheckedSheet checked, Instant started) {
        int ready = checked.colourCount(CheckedColour.State.READY);
        return new Report(
                null,
                null,
                null,
                file.toString(),
                Report.State.COMPLETED,
                started,
                Instant.now(),
                new Report.Rows(
                        checked.rows(), checked.accepted(), checked.rejected(), checked.held()),
                new Report.Colours(
                        checked.colourCount(),
                        0,
                        0,
                        checked.colourCount(CheckedColour.State.REJECTED),
                        checked.colourCount(CheckedColour.State.HELD),
                        0,
                        ready),
                new Report.Requests(0, Plan.of(ready).requests()));
    }
}
