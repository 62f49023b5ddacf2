package dev.stockload.cli.runs;

import dev.stockload.book.rules.Work;
import dev.stockload.check.CheckedSheet;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.ProgressScreen;
import dev.stockload.cli.terminal.SheetArguments;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.StockRules;
import dev.stockload.imports.read.SheetPlan;
import dev.stockload.imports.read.WithheldStock;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.jobs.define.ImportOption;
import dev.stockload.merchant.CreateLimits;
import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.runs.Run;
import dev.stockload.runs.Run.Correction;
import dev.stockload.sheet.RejectsFile;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;
import dev.stockload.stock.Standing;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code stockload check}: checks a sheet without the service. */
@Command(
        name = "check",
        description =
                "Checks a stock sheet: shows how it was read, every problem, and how long an import"
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
public final class CheckCommand implements Callable<Integer> {
    @Mixin private CommandContext context;

    @Parameters(
            paramLabel = "FILE",
            description = "An Excel, OpenDocument or CSV file, or a .zip or .gz with one.")
    private Path file;

    @Mixin private final SheetArguments sheet = new SheetArguments(ImportOption.OF_SHEETS);

    @Option(
            names = "--job",
            paramLabel = "JOB",
            description =
                    "Read the file as this job does, and show what its stock rules withhold, by"
                            + " the item numbers in the sheet.")
    private String job;

    @Mixin private JsonOption json;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Write report.json and the rejected rows into this folder.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        silenceReaders();
        Optional<ImportOptions> ofJob =
                Optional.ofNullable(job)
                        .map(context.settings().jobs()::find)
                        .map(each -> each.options());
        SheetOptions options =
                ofJob.map(ImportOptions::sheet).orElseGet(() -> ImportOption.sheetOptions(sheet));
        StockRules rules = ofJob.map(ImportOptions::rules).orElse(StockRules.NONE);
        return SheetArguments.read(file, context.err()::say, read -> check(read, options, rules));
    }

    private int check(Path input, SheetOptions options, StockRules rules) throws IOException {
        Instant started = Instant.now();
        CheckedSheet checked = read(input, options);
        Path rejects =
                out == null ? null : write(input, checked, report(checked, started), options);
        CommandOutput words = context.out();
        if (json.isAsked()) {
            report(checked, started).write(checked.problems(), checked.warnings(), words.writer());
            words.say("");
        } else {
            CheckText text = new CheckText(checked, file);
            text.print(words);
            WithheldStock.of(checked, rules).ifPresent(words::say);
            if (rejects != null) {
                words.say("Rejected and held rows: " + rejects);
            }
            text.next(
                    words,
                    job == null
                            ? CheckText.command(
                                    "import", file.toString(), SheetArguments.typed(options))
                            : CheckText.command("run", job, List.of("--file", file.toString())));
        }
        return checked.accepted() == checked.rows() ? ExitCode.DONE : ExitCode.REJECTS;
    }

    /** POI would print warnings about odd files to the terminal. */
    private static void silenceReaders() {
        System.setProperty(
                "log4j.provider", "org.apache.logging.log4j.simple.internal.SimpleProvider");
        System.setProperty("org.apache.logging.log4j.simplelog.level", "OFF");
    }

    private CheckedSheet read(Path input, SheetOptions options) {
        try (ProgressScreen screen = new ProgressScreen(context.err())) {
            return CheckedSheet.read(input, options, screen::onRows);
        } catch (IOException e) {
            throw new UnusableSheetException(
                    "%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Writes the report; returns the file of the rejected rows, null if all are good. */
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
                    : RejectsFile.write(read, options, false, checked.problems(), out);
        } catch (FileAlreadyExistsException e) {
            throw context.misused("--out takes a folder, but %s is a file".formatted(out));
        } catch (IOException e) {
            throw context.misused("--out %s cannot be written: %s".formatted(out, e.getMessage()));
        }
    }

    /** A check is reported as a run that has sent nothing yet. */
    private StatusReport report(CheckedSheet checked, Instant started) {
        Run.Identity nobody = new Run.Identity(null, null, null, null, 0);
        Run.Input input = Run.Input.unread(file.toString(), null, Work.ALL);
        Run.Progress read =
                new Run.Progress(started, null, SheetPlan.tally(checked), 0, 0, null, false);
        Run.End end =
                new Run.End(
                        Run.State.COMPLETED, Instant.now(), null, Standing.OPEN, Run.Cause.NONE);
        return Reports.of(new Run(nobody, input, read, Correction.NONE, end));
    }

    record CheckText(CheckedSheet checked, Path file) {
        private static final int FIRST_ROWS = 3;

        /** A word that a shell needs no quotes for. */
        private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./=:,+@%-]+");

        private static final class ProblemGroup {
            private int count;
            private final List<Problem> first = new ArrayList<>();
        }

        void print(CommandOutput out) {
            out.say("%s", file.toString());
            checked.summary().forEach((name, value) -> out.say("  %-10s %s", name, value));
            out.say("");
            counts(out);
            problems(checked.problems(), out);
            warnings(checked.warnings(), out);
            plan(out);
        }

        private void counts(CommandOutput out) {
            out.say(
                    "Rows      %s read = %s accepted + %s rejected + %s held",
                    Count.of(checked.rows()),
                    Count.of(checked.accepted()),
                    Count.of(checked.rejected()),
                    Count.of(checked.held()));
            out.say(
                    "Colours   %s = %s to send + %s rejected + %s held",
                    Count.of(checked.colourCount()),
                    Count.of(checked.colourCount(ColourState.READY)),
                    Count.of(checked.colourCount(ColourState.REJECTED)),
                    Count.of(checked.colourCount(ColourState.HELD)));
        }

        /** The first problems of each kind. */
        static void problems(Iterable<Problem> problems, CommandOutput out) {
            Map<ProblemCode, ProblemGroup> kinds = new EnumMap<>(ProblemCode.class);
            for (Problem problem : problems) {
                ProblemGroup kind =
                        kinds.computeIfAbsent(problem.code(), unused -> new ProblemGroup());
                kind.count++;
                if (kind.first.size() < FIRST_ROWS) {
                    kind.first.add(problem);
                }
            }
            if (kinds.isEmpty()) {
                return;
            }
            out.say("");
            out.say("Problems");
            kinds.forEach(
                    (code, kind) -> {
                        out.say("  %s (%s): %s", code.title(), code, Count.of(kind.count));
                        kind.first.forEach(problem -> out.say("    %s", problem));
                        out.more("    ", kind.count - kind.first.size());
                    });
        }

        static void warnings(List<Problem> warnings, CommandOutput out) {
            if (warnings.isEmpty()) {
                return;
            }
            out.say("");
            out.say("Warnings");
            int ofFile = (int) warnings.stream().filter(Problem::isOfFile).count();
            warnings.stream()
                    .limit(ofFile + FIRST_ROWS)
                    .forEach(warning -> out.say("  %s", warning));
            out.more("  ", warnings.size() - ofFile - FIRST_ROWS);
        }

        private void plan(CommandOutput out) {
            int colours = checked.colourCount(ColourState.READY);
            int requests = CreateLimits.requests(colours);
            out.say("");
            out.say(
                    colours == 0
                            ? "Plan      nothing to send"
                            : "Plan      %s (%s) in %s, %s at one request per two seconds"
                                    .formatted(
                                            Count.of(colours, "colour"),
                                            Count.of(checked.pieces(), "piece"),
                                            Count.of(requests, "request"),
                                            time(CreateLimits.leastTime(requests))));
        }

        void next(CommandOutput out, String command) {
            boolean all = checked.accepted() == checked.rows();
            out.say(
                    checked.colourCount(ColourState.READY) == 0
                            ? "Next      correct the rows and check again"
                            : "Next      " + command + (all ? "" : "   (sends the good rows)"));
        }

        static String command(String name, String what, List<String> options) {
            return Stream.concat(Stream.of("stockload", name, what), options.stream())
                    .map(CheckText::quoted)
                    .collect(Collectors.joining(" "));
        }

        private static String quoted(String word) {
            return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
        }

        private static String time(Duration time) {
            if (time.toSeconds() < 2) {
                return "about a second";
            }
            return time.toMinutes() < 2
                    ? "about %d seconds".formatted(time.toSeconds())
                    : "about %s minutes".formatted(Count.of(Math.round(time.toSeconds() / 60.0)));
        }
    }
}
