package dev.stockload.cli.operate;

import com.fasterxml.jackson.annotation.JsonIgnore;

import dev.stockload.app.AccountNames;
import dev.stockload.app.LedgerReader;
import dev.stockload.app.Settings;
import dev.stockload.app.Workspace;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.Table;
import dev.stockload.imports.keep.ForgottenJobs;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.Notifier.TestNotification;
import dev.stockload.jobs.StoredSchedules;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.NewSheets;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.FaultMessages;
import dev.stockload.stock.Refusal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** {@code stockload jobs}: lists and checks job definitions. */
@Command(
        name = "jobs",
        description = "Lists the jobs of jobs/ with their next three run times.",
        footer = {
            "",
            "With --json: an array of {\"job\", \"account\", \"reads\", \"sends\", \"zone\","
                    + " \"next\", \"fault\", \"hasFile\"}, also of jobs that have imported and"
                    + " have no file; with --expect: of {\"job\", \"by\", \"kind\","
                    + " \"sentence\"}.",
            "",
            "Example:",
            "  stockload jobs --check",
            "",
            "Exit codes: 0 all can be used, 2 one or more cannot; 1 if --expect finds a missing"
                    + " sheet or --test-notify does not reach everybody."
        })
public final class JobsCommand implements Callable<Integer> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm:ss", Locale.ENGLISH);
    private static final int TIMES = 3;

    @Mixin private CommandSession session;
    @Mixin private JsonOption json;

    @Option(
            names = "--check",
            description =
                    "Check the definitions, their accounts and their files; print what is wrong.")
    private boolean check;

    @Option(names = "--online", description = "With --check: also ask the sources what they have.")
    private boolean online;

    @Option(
            names = "--expect",
            description =
                    "Report jobs that should have imported a new sheet by now and have not; the"
                            + " exit code is 1 if there are any.")
    private boolean expect;

    @Option(
            names = "--test-notify",
            description = "Send a test message to all recipients of the job.")
    private boolean testNotify;

    @Parameters(
            paramLabel = "JOB",
            arity = "0..1",
            description = "One job; all if it is not given.")
    private String name;

    @Override
    public Integer call() throws IOException {
        Settings settings = session.settings();
        CommandOutput out = session.out();
        if (json.isAsked() && (testNotify || online)) {
            throw session.misused("--json goes with the list of jobs, --check and --expect");
        }
        if (testNotify) {
            return testNotify(settings, out);
        }
        List<JobFolder.Entry> jobs =
                name == null ? settings.jobs().list() : List.of(settings.jobs().get(name));
        if (jobs.isEmpty() && !json.isAsked()) {
            out.say("There are no jobs; each file jobs/NAME.yml defines one");
            unclaimed(settings).sentences().forEach(out::say);
            return ExitCode.DONE;
        }
        if (expect) {
            return expect(jobs, out);
        }
        Map<String, List<Instant>> next = next(jobs, settings);
        List<Listed> listed =
                jobs.stream().map(job -> listed(job, settings, next.get(job.name()))).toList();
        if (json.isAsked()) {
            List<Listed> all = new ArrayList<>(listed);
            if (name == null && !check) {
                unclaimed(settings).jobs().forEach(job -> all.add(Listed.withoutFile(job)));
            }
            out.json(all);
        } else {
            if (!check && !online) {
                list(listed, out);
                alarms(jobs, settings, out);
                unclaimed(settings).sentences().forEach(out::say);
            }
            print(listed, out);
        }
        boolean good = listed.stream().allMatch(each -> each.fault() == null);
        int code = good ? ExitCode.DONE : ExitCode.UNUSABLE;
        return online ? online(jobs, code, out) : code;
    }

    @Command(
            name = "forget",
            mixinStandardHelpOptions = true,
            version = CommandContext.VERSION,
            description =
                    "Ends a job: its sizes belong to no job from then on and keep their stock; with"
                            + " --to they belong to a job without runs, as do the runs and files"
                            + " that it has taken. Refused while a run of it is unfinished.",
            footer = {
                "",
                "Example:",
                "  stockload jobs forget nightly --to nightly-shoes",
            })
    int forget(
            @Parameters(paramLabel = "NAME", description = "The job; its file may be gone.")
                    String job,
            @Option(names = "--to", paramLabel = "OTHER", description = "The job's new name.")
                    String to)
            throws IOException {
        return session.run(
                "jobs forget",
                (workspace, stop, screen) -> {
                    session.settings().jobs().expectNoFile(job, to);
                    workspace.imports().forgetJob(job, to);
                    session.out().say(ForgottenJobs.said(job, to));
                    return ExitCode.DONE;
                });
    }

    /** Jobs without a file and sizes of no job. */
    private ForgottenJobs.Unclaimed unclaimed(Settings settings) {
        Set<String> files = settings.jobs().files().keySet();
        try {
            return read(settings, ledger -> new ForgottenJobs(ledger).unclaimed(files))
                    .orElse(ForgottenJobs.Unclaimed.NONE);
        } catch (IOException | RuntimeException e) {
            session.err()
                    .say(
                            "Whether jobs without a file have imported could not be read: "
                                    + FaultMessages.sentence(e));
            return ForgottenJobs.Unclaimed.NONE;
        }
    }

    private int expect(List<JobFolder.Entry> jobs, CommandOutput out) throws IOException {
        jobs.forEach(job -> job.fault().ifPresent(session.err()::say));
        List<JobDefinition> definitions = JobFolder.Entry.usable(jobs);
        return session.run(
                "jobs --expect",
                (workspace, stop, screen) -> {
                    ExpectedSheets expected = workspace.expectedSheets();
                    List<ExpectedSheets.Missed> missed =
                            definitions.stream()
                                    .flatMap(job -> expected.missed(job, Instant.now()).stream())
                                    .toList();
                    if (json.isAsked()) {
                        out.json(missed);
                    } else if (missed.isEmpty()) {
                        out.say("Every job has the sheets that it expects");
                    } else {
                        missed.forEach(each -> out.say(each.job() + ": " + each.sentence()));
                    }
                    return missed.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
                });
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

    /** A job as it is listed; with a fault of its file, or none, its definition is null. */
    private record Listed(
            String job,
            String account,
            String reads,
            String sends,
            String zone,
            List<Instant> next,
            String fault,
            boolean hasFile,
            @JsonIgnore String checked) {
        static Listed withoutFile(String job) {
            return new Listed(job, null, null, null, null, List.of(), null, false, null);
        }
    }

    /** With the retries that the ledger knows of, if it can be read. */
    private static Map<String, List<Instant>> next(List<JobFolder.Entry> jobs, Settings settings) {
        Instant now = Instant.now();
        Map<String, List<Instant>> times = new HashMap<>();
        jobs.forEach(job -> times.put(job.name(), job.next(now, TIMES)));
        try {
            read(
                    settings,
                    jobs,
                    ledger -> {
                        StoredSchedules stored = new StoredSchedules(ledger.database());
                        times.replaceAll((job, cron) -> stored.next(job, cron, now));
                        return times;
                    });
        } catch (IOException | RuntimeException e) {
            // The alarms say that it cannot be read.
        }
        return times;
    }

    private Listed listed(JobFolder.Entry job, Settings settings, List<Instant> next) {
        Optional<JobDefinition> definition = job.definition();
        String fault = job.fault().orElse(null);
        String checked = null;
        if (fault == null && (check || online)) {
            try {
                checked = checked(job, settings);
            } catch (Refusal | IOException e) {
                fault = "Job %s: %s".formatted(job.name(), words(e));
            }
        }
        return new Listed(
                job.name(),
                definition.map(JobDefinition::account).orElse(null),
                definition.map(JobDefinition::read).orElse(null),
                definition.map(each -> each.options().send().key()).orElse(null),
                job.timetable().map(table -> table.zone().getId()).orElse(null),
                next,
                fault,
                true,
                checked);
    }

    private void print(List<Listed> jobs, CommandOutput out) {
        for (Listed job : jobs) {
            if (job.fault() != null) {
                session.err().say(job.fault());
            } else if (job.checked() != null) {
                out.say("%s: %s", job.job(), job.checked());
            }
        }
    }

    private int testNotify(Settings settings, CommandOutput out) throws IOException {
        if (name == null) {
            throw session.misused("--test-notify needs the name of a job");
        }
        JobDefinition job = settings.jobs().find(name);
        List<TestNotification> sent =
                TestNotification.send(job, settings.connections().channels(settings.data()));
        if (sent.isEmpty()) {
            out.say("Job %s notifies nobody: it has no key 'notify'", name);
        }
        sent.forEach(each -> out.say("%s", each));
        boolean all = sent.stream().allMatch(each -> each.fault().isEmpty());
        return all ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static void list(List<Listed> jobs, CommandOutput out) {
        Table table = new Table("Job", "Account", "Reads", "Sends", "Next runs", "Zone");
        for (Listed job : jobs) {
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
                    next.isEmpty() ? "by hand" : next.get(0),
                    job.zone());
            next.stream().skip(1).forEach(time -> table.add("", "", "", "", time, ""));
        }
        table.print(out);
    }

    /** The definitions are listed even if the ledger cannot be read. */
    private void alarms(List<JobFolder.Entry> jobs, Settings settings, CommandOutput out) {
        try {
            alarms(settings, jobs).forEach(out::say);
        } catch (IOException | RuntimeException e) {
            session.err()
                    .say(
                            "Whether sheets of these jobs are missing could not be read: "
                                    + FaultMessages.sentence(e));
        }
    }

    private static String words(Exception fault) {
        return fault instanceof IOException
                ? "its files cannot be listed: " + FaultMessages.innermost(fault)
                : fault.getMessage();
    }

    private static String checked(JobFolder.Entry job, Settings settings) throws IOException {
        JobDefinition definition = job.definition().orElseThrow();
        AccountNames.ofFolder(settings).usable(definition.account());
        settings.connections().check(definition);
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
            Optional<String> known =
                    read(settings, List.of(job), ledger -> count(definition, settings, ledger));
            return "%s, %s"
                    .formatted(
                            times, known.isPresent() ? known.get() : NewSheets.count(definition));
        } catch (Refusal e) {
            // The folder may be created later: that is no fault of the definition.
            return "%s, no file found".formatted(times);
        }
    }

    private static String count(JobDefinition job, Settings settings, Ledger ledger) {
        try {
            String account = AccountNames.of(settings, ledger).inLedger(job.account());
            return NewSheets.count(job, ledger, account);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sentences about missing sheets and runs. */
    public static List<String> alarms(Settings settings, List<JobFolder.Entry> jobs)
            throws IOException {
        Instant now = Instant.now();
        return read(
                        settings,
                        jobs,
                        each -> {
                            ExpectedSheets expected =
                                    new ExpectedSheets(
                                            each, AccountNames.of(settings, each)::inLedger);
                            List<String> words = new ArrayList<>();
                            expected.all(settings.jobs().list(), now).stream()
                                    .filter(job -> !settings.jobs().contains(job.name()))
                                    .forEach(
                                            job ->
                                                    words.add(
                                                            job.name() + ": " + job.fault().get()));
                            words.addAll(expected.alarms(JobFolder.Entry.usable(jobs), now));
                            return words;
                        })
                .orElse(List.of());
    }

    /** Asks the ledger, unless there is no job. */
    private static <T> Optional<T> read(
            Settings settings, List<JobFolder.Entry> jobs, Function<Ledger, T> question)
            throws IOException {
        return JobFolder.Entry.usable(jobs).isEmpty() ? Optional.empty() : read(settings, question);
    }

    private static <T> Optional<T> read(Settings settings, Function<Ledger, T> question)
            throws IOException {
        return new LedgerReader(settings).ask(question);
    }
}
