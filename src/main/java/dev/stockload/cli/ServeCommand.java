package dev.stockload.cli;

import dev.stockload.app.Application;
import dev.stockload.app.HandOver;
import dev.stockload.app.LocalApplication;
import dev.stockload.details.WaitingDetails;
import dev.stockload.imports.ImportQueue;
import dev.stockload.jobs.JobList;
import dev.stockload.jobs.JobScheduler;
import dev.stockload.jobs.JobSheets;
import dev.stockload.jobs.JobWatch;
import dev.stockload.jobs.Notifier;
import dev.stockload.jobs.ScheduledJobRunner;
import dev.stockload.ledger.DetailRun;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;
import dev.stockload.web.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code stockload serve}: schedules and the console, until it is asked to end. */
@Command(
        name = ServeCommand.NAME,
        description = {
            "Runs scheduled jobs, resumes details when their limits allow it, and serves the"
                    + " console, until Ctrl-C.",
            "While it runs, the other commands hand their work to it."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  stockload serve --port 8080",
            "",
            "Only this machine can reach the console. With STOCKLOAD_CONSOLE_PASSWORD set it asks"
                    + " for that password and answers other machines too, by its addresses and by"
                    + " the name of this machine; STOCKLOAD_CONSOLE_HOSTS names others, such as"
                    + " that of a proxy."
        })
final class ServeCommand implements Callable<Integer> {
    static final String NAME = Application.SERVE;

    private static final int HIGHEST_PORT = 65535;

    /** Longer is no request waited for: the next start finds out what became of it. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** How often it looks for what is to be told. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

    @Spec private CommandSpec spec;
    @ParentCommand private Stockload program;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "where the console listens (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            description =
                    "where the console listens (default: this machine alone; every address where"
                            + " STOCKLOAD_CONSOLE_PASSWORD is set)")
    private String address;

    @Option(names = "--no-console", description = "Only the schedules, no console.")
    private boolean noConsole;

    @Option(
            names = "--heartbeat",
            hidden = true,
            defaultValue = "10000",
            description = "how often to show other hosts that this one lives, in milliseconds")
    private int heartbeat;

    @Override
    public Integer call() throws IOException {
        if (port < 0 || port > HIGHEST_PORT) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--port takes a number from 0 (any free port) to %d, but this is %d"
                            .formatted(HIGHEST_PORT, port));
        }
        PrintWriter err = spec.commandLine().getErr();
        StopSignal stop = new StopSignal();
        StopRequests requests = new StopRequests(stop, err);
        LedgerWatch watch = new LedgerWatch();
        try (LocalApplication session =
                        LocalApplication.open(
                                program.settings(), NAME, true, stop, RunListener.NOBODY, err);
                Notifier notifier = session.notifier();
                ImportQueue queue =
                        new ImportQueue(
                                session.imports(),
                                session.ledger(),
                                PATIENCE,
                                session::ledgerIsBeyondUse);
                HandOver desk = HandOver.start(session.office(queue), PATIENCE)) {
            watch.start(session);
            queue.onUnusableSheet(notifier::unreadable);
            ServeLines lines = new ServeLines(err);
            queue.listen(lines);
            session.ownDetails().listen(lines);
            session.ownDetails().unfinished().stream()
                    .filter(DetailRun::waits)
                    .forEach(lines::waits);
            ScheduledJobRunner runs =
                    new ScheduledJobRunner(
                            queue, session::account, notifier, new JobSheets(session.jobContext()));
            JobList jobs = new JobList(program.settings().ownJobs());
            try (JobScheduler schedules =
                            JobScheduler.start(
                                    session.ledger(),
                                    session.owner(),
                                    jobs,
                                    runs,
                                    InstantSource.system(),
                                    JobScheduler.Pulse.USUAL.alive(Duration.ofMillis(heartbeat)));
                    JobWatch told = JobWatch.start(notifier, BETWEEN_LOOKS);
                    WaitingDetails waiting =
                            WaitingDetails.start(session.ownDetails(), Time.real(), PATIENCE)) {
                Console console = noConsole ? null : console(session, queue, jobs);
                try {
                    serve(session, jobs, desk);
                    stop.await();
                    schedules.stopping();
                    waiting.stop();
                    desk.stopAll();
                    // Whoever waits for a run hears how it was stopped, before the desk closes.
                    queue.stopAll();
                    return session.isLost() ? ExitCode.FAILED : ExitCode.DONE;
                } finally {
                    if (console != null) {
                        console.close();
                    }
                }
            }
        } finally {
            requests.close();
            watch.close();
        }
    }

    private void serve(LocalApplication session, JobList jobs, HandOver desk) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        List<JobList.Entry> all = jobs.list();
        all.forEach(job -> job.fault().ifPresent(err::println));
        long scheduled = all.stream().filter(job -> job.timetable().isPresent()).count();
        err.println(
                "Serving %s; jobs with a schedule: %d of %d; other commands connect to %s. Ctrl-C stops it"
                        .formatted(session.data(), scheduled, all.size(), desk.url()));
    }

    private Console console(LocalApplication session, ImportQueue queue, JobList jobs) {
        return ConsoleDoor.open(
                program.settings(),
                session,
                queue,
                jobs,
                address,
                port,
                spec.commandLine().getErr());
    }
}
