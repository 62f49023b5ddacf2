package dev.stockload.cli.operate;

import dev.stockload.app.AccountNames;
import dev.stockload.app.LedgerReader;
import dev.stockload.app.Settings;
import dev.stockload.app.Workspace;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.Table;
import dev.stockload.imports.keep.ForgottenJobs;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.JobStatus;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.NewSheets;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.FaultMessages;
import dev.stockload.stock.Refusal;

import org.apache.commons.io.function.IOSupplier;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Lists and checks the jobs of a folder, or the one of this name. */
public record JobList(CommandSession session, JsonOption json, String name) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm:ss", Locale.ENGLISH);

    /** What is known of the jobs. */
    private record Known(
            List<JobStatus> jobs, List<String> alarms, ForgottenJobs.Unclaimed unclaimed) {}

    /** Sentences about missing sheets and runs of all jobs. */
    public static List<String> alarms(Settings settings) throws IOException {
        List<JobFolder.Entry> jobs = settings.jobs().list();
        return jobs.isEmpty()
                ? List.of()
                : read(
                                settings,
                                ledger ->
                                        expected(settings, ledger)
                                                .alarms(jobs, settings.jobs(), Instant.now()))
                        .orElse(List.of());
    }

    int list() {
        Known known = known();
        CommandOutput out = session.out();
        if (json.isAsked()) {
            out.json(known.jobs);
        } else if (known.jobs.isEmpty()) {
            out.say("There are no jobs; each file jobs/NAME.yml defines one");
        } else {
            table(known.jobs).print(out);
        }
        if (!json.isAsked()) {
            known.alarms.forEach(out::say);
            known.unclaimed.sentences().forEach(out::say);
        }
        return ended(known.jobs);
    }

    /** The definitions are listed even if the database cannot be read. */
    private Known known() {
        Instant now = Instant.now();
        List<JobFolder.Entry> entries = entries();
        return session.read(ledger -> known(entries, ledger, now), "missing sheets are")
                .orElseGet(
                        () ->
                                new Known(
                                        status(entries, Optional.empty(), now),
                                        List.of(),
                                        ForgottenJobs.Unclaimed.NONE));
    }

    private Known known(List<JobFolder.Entry> entries, Ledger ledger, Instant now) {
        ExpectedSheets expected = expected(session.settings(), ledger);
        JobFolder folder = session.settings().jobs();
        List<JobStatus> jobs =
                name == null && json.isAsked()
                        ? JobStatus.all(folder.list(), folder, expected, now)
                        : status(entries, Optional.of(expected), now);
        return new Known(
                jobs,
                expected.alarms(entries, folder, now),
                new ForgottenJobs(ledger).unclaimed(folder.files().keySet()));
    }

    private static List<JobStatus> status(
            List<JobFolder.Entry> entries, Optional<ExpectedSheets> expected, Instant now) {
        return entries.stream().map(each -> JobStatus.of(each, expected, now)).toList();
    }

    List<JobFolder.Entry> entries() {
        JobFolder folder = session.settings().jobs();
        return name == null ? folder.list() : List.of(folder.get(name));
    }

    static ExpectedSheets expected(Settings settings, Ledger ledger) {
        return new ExpectedSheets(ledger, AccountNames.of(settings, ledger)::inLedger);
    }

    private static Table table(List<JobStatus> jobs) {
        Table table = new Table("Job", "Account", "Reads", "Sends", "Next runs", "Zone");
        for (JobStatus job : jobs) {
            if (job.fault() != null) {
                table.add(job.job(), "", "cannot be used, see below", "", "", "");
                continue;
            }
            List<String> next =
                    job.next().stream()
                            .map(time -> TIME.format(time.atZone(ZoneId.of(job.zone()))))
                            .toList();
            table.add(
                    job.job(),
                    job.account(),
                    job.reads(),
                    job.sends(),
                    job.paused() ? "paused" : next.isEmpty() ? "by hand" : next.get(0),
                    job.zone());
            next.stream().skip(1).forEach(time -> table.add("", "", "", "", time, ""));
        }
        return table;
    }

    /** Says what is wrong; returns the exit code. */
    private int ended(List<JobStatus> jobs) {
        List<String> faults = jobs.stream().map(JobStatus::fault).filter(Objects::nonNull).toList();
        faults.forEach(session.err()::say);
        return faults.isEmpty() ? ExitCode.DONE : ExitCode.UNUSABLE;
    }

    /** {@code online} asks the sources too. */
    int check(boolean online) throws IOException {
        List<JobStatus> jobs = new ArrayList<>();
        CommandOutput words = json.sentences(session);
        Settings settings = session.settings();
        AccountNames accounts = AccountNames.ofFolder(settings);
        Map<String, IOSupplier<String>> counts =
                local().isEmpty()
                        ? Map.of()
                        : read(settings, ledger -> counts(settings, ledger)).orElse(Map.of());
        for (JobFolder.Entry each : entries()) {
            Optional<String> fault = each.fault();
            try {
                if (fault.isEmpty()) {
                    accounts.usable(each.definition().orElseThrow().account());
                    settings.connections().check(each.definition().get());
                    words.say("%s: %s", each.name(), checked(each, counts));
                }
            } catch (Refusal | IOException e) {
                fault = Optional.of("Job %s: %s".formatted(each.name(), words(e)));
            }
            jobs.add(
                    JobStatus.of(
                            new JobFolder.Entry(each.name(), each.definition(), fault),
                            Optional.empty(),
                            Instant.now()));
        }
        if (json.isAsked()) {
            session.out().json(jobs);
        }
        int code = ended(jobs);
        return online ? online(entries(), code, words) : code;
    }

    private int online(List<JobFolder.Entry> jobs, int code, CommandOutput out) throws IOException {
        List<JobDefinition> remote =
                JobFolder.Entry.usable(jobs).stream()
                        .filter(job -> job.sheets().from().isPresent())
                        .toList();
        return remote.isEmpty()
                ? code
                : session.run(
                        "jobs --check --online",
                        (workspace, stop, screen) -> {
                            int worst = code;
                            for (JobDefinition job : remote) {
                                worst = Math.max(worst, ask(workspace, job, out));
                            }
                            return worst;
                        });
    }

    private int ask(Workspace workspace, JobDefinition job, CommandOutput out) throws IOException {
        try {
            String check = workspace.newSheets().check(job, workspace.account(job.account()));
            out.say("%s: %s", job.name(), check);
            return ExitCode.DONE;
        } catch (Refusal e) {
            session.err().say("Job %s: %s", job.name(), e.getMessage());
            return ExitCode.UNUSABLE;
        }
    }

    private static String words(Exception fault) {
        return fault instanceof IOException
                ? "its files cannot be listed: " + FaultMessages.innermost(fault)
                : fault.getMessage();
    }

    private static String checked(JobFolder.Entry job, Map<String, IOSupplier<String>> counts)
            throws IOException {
        JobDefinition definition = job.definition().orElseThrow();
        String times =
                job.next(Instant.now(), 1).stream()
                        .map(time -> time.atZone(definition.zoneOrDefault()))
                        .map(time -> "next run %s %s".formatted(TIME.format(time), time.getZone()))
                        .findFirst()
                        .orElse("runs by hand");
        if (definition.sheets().from().isPresent()) {
            return "%s, fetches from %s".formatted(times, definition.sheets().from().get());
        }
        try {
            IOSupplier<String> count = counts.get(job.name());
            return "%s, %s"
                    .formatted(
                            times,
                            (count == null
                                            ? NewSheets.counting(definition, Optional.empty())
                                            : count)
                                    .get());
        } catch (Refusal e) {
            // The folder may be created later: that is no fault of the definition.
            String why = e.kind() == Refusal.Kind.NO_SHEET ? ": its folder does not exist" : "";
            return "%s, no file found%s".formatted(times, why);
        }
    }

    /** What is decided about the sheets of local jobs is read at once, and counted later. */
    private Map<String, IOSupplier<String>> counts(Settings settings, Ledger ledger) {
        ExpectedSheets expected = expected(settings, ledger);
        Map<String, IOSupplier<String>> counts = new HashMap<>();
        for (JobDefinition job : local()) {
            try {
                counts.put(job.name(), NewSheets.counting(job, Optional.of(expected.sheets(job))));
            } catch (Refusal e) {
                // Its account is not set, which is said of the job.
            }
        }
        return counts;
    }

    private List<JobDefinition> local() {
        return JobFolder.Entry.usable(entries()).stream()
                .filter(job -> job.sheets().from().isEmpty())
                .toList();
    }

    private static <T> Optional<T> read(Settings settings, Function<Ledger, T> question)
            throws IOException {
        return new LedgerReader(settings).ask(question);
    }
}
