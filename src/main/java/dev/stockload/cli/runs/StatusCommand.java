package dev.stockload.cli.runs;

import static dev.stockload.sheet.TableFile.Column.column;

import dev.stockload.app.LedgerReader;
import dev.stockload.app.Settings;
import dev.stockload.cli.operate.JobList;
import dev.stockload.cli.runs.ImportRunner.ImportOutcome;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.Table;
import dev.stockload.details.DetailsReport;
import dev.stockload.details.QuotaReport;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.RunText;
import dev.stockload.imports.report.Status;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Run;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code stockload status}: lists runs with their progress. */
@Command(
        name = "status",
        description =
                "Lists import and details runs, newest first, with their progress, even while one"
                        + " is running.",
        footer = {
            "",
            "With --json: an array of the same runs, or of the one that is named.",
            "",
            "Example:",
            "  stockload status --json"
        })
public final class StatusCommand implements Callable<Integer> {
    @Mixin private CommandContext context;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            description = "The run; the newest 20 if it is not given.")
    private String id;

    @Option(names = "--all", description = "List all runs, not only the newest 20.")
    private boolean all;

    @Option(names = "--wide", description = "Show all columns, not only those that fit.")
    private boolean wide;

    @Mixin private JsonOption json;

    @Override
    public Integer call() throws IOException {
        Settings settings = context.settings();
        Status status =
                new LedgerReader(settings)
                        .ask(ledger -> Status.of(ledger, id, all))
                        .orElse(Status.NONE);
        CommandOutput out = context.out();
        DetailsStatus details = new DetailsStatus(settings.serviceZone(), out);
        if (id != null && status.runs().isEmpty()) {
            DetailsReport job =
                    status.details().stream()
                            .findFirst()
                            .orElseThrow(() -> Refusal.notFound(Run.unknown(id)));
            if (json.isAsked()) {
                out.json(List.of(job));
            } else {
                details.one(job);
            }
        } else if (json.isAsked()) {
            StatusReport.write(
                    id == null
                            ? status.reports()
                            : List.of(Reports.withFiles(status.runs().get(0), settings.data())),
                    out.writer());
            out.say("");
        } else if (id != null) {
            one(status.runs().get(0), settings.data(), out);
        } else {
            list(status, details, out);
            JobList.alarms(settings).forEach(out::say);
        }
        return ExitCode.DONE;
    }

    private void list(Status status, DetailsStatus details, CommandOutput out) {
        List<Run> runs = status.runs();
        if (runs.isEmpty() && status.details().isEmpty()) {
            out.say("There are no runs yet. Try: stockload run onboard-warehouse");
        }
        // What fits is shown: the most important columns come first.
        Table.of(
                        runs,
                        column("Run", Run::id),
                        column("State", run -> new RunText(run).state()),
                        column(">Sent", run -> Count.of(run.tally().colours(ColourState.SENT))),
                        column(">Colours", run -> Count.of(run.tally().colours())),
                        column(">To correct", run -> Count.of(run.rowsToCorrect())),
                        column("Started", run -> TimeWords.minute(run.startedAt())),
                        column("File", Run::sheetName),
                        column(
                                ">Requests left",
                                run -> Count.of(Reports.of(run).requests().left())))
                .print(out, width());
        for (Run run : runs) {
            boolean goesOn = run.state() == Run.State.RUNNING;
            if ((goesOn || run.state() == Run.State.FAILED) && run.message() != null) {
                out.say("%s: %s", run.id(), run.message());
                new RunText(run).next().ifPresent(out::say);
            }
        }
        if (status.total() > runs.size()) {
            out.say(
                    "%d newest of %s; stockload status --all lists them all",
                    runs.size(), Count.of(status.total(), "run"));
        }
        details.list(status.details(), width());
    }

    private int width() {
        return wide ? Integer.MAX_VALUE : Table.USUAL_WIDTH;
    }

    private void one(Run run, Path data, CommandOutput out) {
        RunText text = new RunText(run);
        out.say("Run %s: %s", run.id(), text.state());
        out.say(
                "Job %s, account %s, %s%s",
                run.job(), run.account(), run.hasSheet() ? "file " : "", run.sheetName());
        String by = run.input().by();
        out.say(times(run.startedAt(), run.endedAt()) + (by == null ? "" : ", asked for by " + by));
        new ImportOutcome(out, context.err(), data).print(run);
        StatusReport.Requests requests = Reports.of(run).requests();
        out.say("%s sent, %s left", Count.of(requests.sent(), "request"), requests.left());
        if (run.message() != null) {
            out.say(run.message());
        }
        text.next().ifPresent(out::say);
    }

    private static String times(Instant started, Instant ended) {
        return "Started "
                + TimeWords.minute(started)
                + (ended == null ? "" : ", ended " + TimeWords.minute(ended));
    }

    private record DetailsStatus(ZoneId zone, CommandOutput out) {
        void list(List<DetailsReport> runs, int width) {
            Table.of(
                            runs,
                            column("Details", DetailsReport::run),
                            column("State", DetailsStatus::state),
                            column(">Fetched", run -> counted(run, run.products().fetched())),
                            column(">Products", run -> counted(run, run.products().total())),
                            column(">Refused", run -> counted(run, run.products().refused())),
                            column("Resumes", this::goesOn),
                            column("Started", run -> TimeWords.minute(run.startedAt())),
                            column("File", DetailsReport::file))
                    .print(out, width);
            runs.stream()
                    .filter(run -> run.message() != null)
                    .forEach(run -> out.say("%s: %s", run.run(), run.message()));
        }

        private static String counted(DetailsReport run, int products) {
            return run.products().total() == 0 ? "" : Count.of(products);
        }

        void one(DetailsReport run) {
            out.say("Details %s: %s", run.run(), state(run));
            out.say(
                    "Account %s%s",
                    run.account(), run.file() == null ? "" : ", file " + run.file());
            out.say(StatusCommand.times(run.startedAt(), run.endedAt()));
            if (run.products().total() > 0) {
                out.say(
                        "%s of %s fetched, %s refused, %s left",
                        Count.of(run.products().fetched()),
                        Count.of(run.products().total(), "product"),
                        Count.of(run.products().refused()),
                        Count.of(run.products().waiting()));
            }
            if (run.message() != null) {
                out.say(run.message());
            }
            if (run.state() == Run.State.FAILED || run.state() == Run.State.STOPPED) {
                out.say(
                        (run.waits() ? "stockload serve resumes it by itself. " : "")
                                + "To resume: stockload resume "
                                + run.run());
            }
        }

        private static String state(DetailsReport run) {
            return run.waits() && run.state() == Run.State.STOPPED
                    ? "Waiting"
                    : run.state().label();
        }

        private String goesOn(DetailsReport run) {
            if (!run.waits()) {
                return "";
            }
            return run.resumeAt() == null
                    ? "when more are published"
                    : QuotaReport.minute(run.resumeAt(), zone);
        }
    }
}
