package dev.stockload.cli.runs;

import static dev.stockload.sheet.TableFile.Column.column;

import dev.stockload.app.LedgerReader;
import dev.stockload.app.Settings;
import dev.stockload.cli.operate.JobsCommand;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.Table;
import dev.stockload.details.DetailsReport;
import dev.stockload.details.QuotaReport;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.report.Status;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    private static final Set<String> RUNS_WITHOUT_SHEET = Set.of(UndoOrder.JOB, ResendOrder.JOB);

    @Mixin private CommandContext context;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            description = "The run; the newest 20 if it is not given.")
    private String id;

    @Option(names = "--all", description = "List all runs, not only the newest 20.")
    private boolean all;

    @Mixin private JsonOption json;

    private List<String> alarms = List.of();

    @Override
    public Integer call() throws IOException {
        Settings settings = context.settings();
        Status status = status(settings);
        CommandOutput out = context.out();
        List<StatusReport> runs = status.runs();
        List<DetailsReport> details = status.details();
        if (id != null && runs.isEmpty()) {
            return details(details, settings.serviceZone(), out);
        }
        if (json.isAsked()) {
            StatusReport.write(runs, out.writer());
            out.say("");
        } else if (runs.isEmpty() && details.isEmpty()) {
            out.say("There are no runs yet. Try: stockload run onboard-warehouse");
        } else if (id == null) {
            list(runs, status, out);
            if (status.total() > runs.size()) {
                out.say(
                        "%d newest of %s; stockload status --all lists them all",
                        runs.size(), Count.of(status.total(), "run"));
            }
            new DetailsStatus(settings.serviceZone(), out).list(details);
        } else {
            one(runs.get(0), status, settings.data(), out);
        }
        alarms.forEach(out::say);
        return ExitCode.DONE;
    }

    private int details(List<DetailsReport> found, ZoneId zone, CommandOutput out) {
        if (found.isEmpty()) {
            context.err().say(Run.unknown(id));
            return ExitCode.UNUSABLE;
        }
        DetailsStatus shown = new DetailsStatus(zone, out);
        if (json.isAsked()) {
            out.json(found);
        } else {
            shown.one(found.get(0));
        }
        return ExitCode.DONE;
    }

    private Status status(Settings settings) throws IOException {
        Status status =
                new LedgerReader(settings)
                        .ask(ledger -> Status.of(ledger, id, all))
                        .orElse(Status.NONE);
        if (!json.isAsked() && id == null) {
            alarms = JobsCommand.alarms(settings, settings.jobs().list());
        }
        return status;
    }

    private static void list(List<StatusReport> runs, Status status, CommandOutput out) {
        Table.print(
                out,
                runs,
                column("Run", StatusReport::run),
                column("State", StatusReport::state),
                column(">Sent", run -> Count.of(run.colours().sent())),
                column(">Colours", run -> Count.of(run.colours().total())),
                column(">Rejected or held", run -> Count.of(run.rows().toCorrect())),
                column(">Requests left", run -> Count.of(run.requests().left())),
                column("Started", run -> TimeWords.minute(run.startedAt())),
                column("File", StatusReport::file));
        for (StatusReport run : runs) {
            boolean goesOn = run.state() == RunState.RUNNING;
            if ((goesOn || run.state() == RunState.FAILED) && run.message() != null) {
                out.say("%s: %s", run.run(), run.message());
                next(run, status).ifPresent(out::say);
            }
        }
    }

    private static void one(StatusReport run, Status status, Path data, CommandOutput out) {
        out.say("Run " + run.run() + ": " + run.state());
        boolean hasSheet = !RUNS_WITHOUT_SHEET.contains(run.job());
        out.say(
                "Job %s, account %s, %s%s",
                run.job(), run.account(), hasSheet ? "file " : "", run.file());
        out.say(
                times(run.startedAt(), run.endedAt())
                        + (run.by() == null ? "" : ", asked for by " + run.by()));
        if (hasSheet) {
            out.say(
                    "%s read: %s accepted, %s rejected, %s held",
                    Count.of(run.rows().read(), "row"),
                    Count.of(run.rows().accepted()),
                    Count.of(run.rows().rejected()),
                    Count.of(run.rows().held()));
        }
        Table table = new Table("", ">Colours");
        table.add("Sent", Count.of(run.colours().sent()));
        table.add("Unchanged", Count.of(run.colours().unchanged()));
        table.add("Left out", Count.of(run.colours().leftOut()));
        table.add("Rejected", Count.of(run.colours().rejected()));
        table.add("Held", Count.of(run.colours().held()));
        table.add("In doubt", Count.of(run.colours().inDoubt()));
        table.add("Waiting", Count.of(run.colours().waiting()));
        table.add("Total", Count.of(run.colours().total()));
        table.print(out);
        out.say(
                "%s sent, %s left",
                Count.of(run.requests().sent(), "request"), Count.of(run.requests().left()));
        if (run.missing().sizes() > 0) {
            out.say(
                    "%s left the sheet with %s, %s set to 0",
                    Count.of(run.missing().sizes(), "size"),
                    Count.of(run.missing().pieces(), "piece"),
                    Count.of(run.missing().zeroed()));
        }
        if (run.message() != null) {
            out.say(run.message());
        }
        RunFolder folder = RunFolder.of(data, run.run());
        folder.files().forEach(name -> out.say("%s", folder.path().resolve(name)));
        next(run, status).ifPresent(out::say);
    }

    /** How to resume an unfinished run, unless its message says so. */
    private static Optional<String> next(StatusReport run, Status status) {
        if (status.over().containsKey(run.run())) {
            return Optional.of(status.over().get(run.run()));
        }
        String resume = "stockload resume " + run.run();
        boolean open = run.state() == RunState.FAILED || run.state() == RunState.STOPPED;
        return open && !String.valueOf(run.message()).contains(resume)
                ? Optional.of("To resume: " + resume)
                : Optional.empty();
    }

    static String times(Instant started, Instant ended) {
        return "Started "
                + TimeWords.minute(started)
                + (ended == null ? "" : ", ended " + TimeWords.minute(ended));
    }

    private record DetailsStatus(ZoneId zone, CommandOutput out) {
        void list(List<DetailsReport> runs) {
            Table.print(
                    out,
                    runs,
                    column("Details", DetailsReport::run),
                    column("State", DetailsStatus::state),
                    column(">Fetched", run -> counted(run, run.products().fetched())),
                    column(">Products", run -> counted(run, run.products().total())),
                    column(">Refused", run -> counted(run, run.products().refused())),
                    column("Resumes", this::goesOn),
                    column("Started", run -> TimeWords.minute(run.startedAt())),
                    column("File", DetailsReport::file));
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
            if (run.state() == RunState.FAILED || run.state() == RunState.STOPPED) {
                out.say(
                        (run.waits() ? "stockload serve resumes it by itself. " : "")
                                + "To resume: stockload resume "
                                + run.run());
            }
        }

        private static String state(DetailsReport run) {
            return run.waits() && run.state() == RunState.STOPPED ? "WAITING" : run.state().name();
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
