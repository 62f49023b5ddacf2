package dev.stockload.cli.operate;

import dev.stockload.app.Settings;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.Notifier.TestNotification;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code stockload jobs}: lists and checks job definitions. */
@Command(
        name = "jobs",
        description = "Lists the jobs of jobs/ with their next three run times.",
        footer = {
            "",
            "With --json: an array of the jobs, also of those that have imported and have no file;"
                    + " with --expect: of {\"job\", \"by\", \"kind\", \"sentence\"}.",
            "",
            "Example:",
            "  stockload jobs check",
            "",
            "Exit codes: 0 all can be used, 2 one or more cannot; 1 if --expect finds a missing"
                    + " sheet or --test-notify does not reach everybody."
        })
public final class JobsCommand implements Callable<Integer> {
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
        JobList jobs = new JobList(session, json, name);
        if (json.isAsked() && testNotify) {
            throw session.misused("--json does not go with --test-notify");
        }
        if (testNotify) {
            return testNotify(session.settings(), session.out());
        }
        if (expect) {
            return expect(jobs.entries(), session.out());
        }
        return check || online ? jobs.check(online) : jobs.list();
    }

    @Command(name = "list", description = "Lists jobs with their next run times, as jobs does.")
    int list(
            @Mixin CommandSession asked,
            @Mixin JsonOption document,
            @Parameters(paramLabel = "JOB", arity = "0..1", description = "One job, or all.")
                    String job) {
        return new JobList(asked, document, job).list();
    }

    @Command(
            name = "check",
            description = "Checks the definitions, their accounts and their files.")
    int check(
            @Mixin CommandSession asked,
            @Mixin JsonOption document,
            @Option(names = "--online", description = "Also ask the sources what they have.")
                    boolean sources,
            @Parameters(paramLabel = "JOB", arity = "0..1", description = "One job, or all.")
                    String job)
            throws IOException {
        return new JobList(asked, document, job).check(sources);
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
                    session.out().say(workspace.imports().forgetJob(job, to));
                    return ExitCode.DONE;
                });
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
}
