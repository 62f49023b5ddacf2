package dev.stockload.cli.operate;

import dev.stockload.app.Settings;
import dev.stockload.app.Workspace;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession.StopRequests;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.details.DetailsReport;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.jobs.JobScheduler;
import dev.stockload.jobs.ScheduledJobs;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.process.StopSignal;
import dev.stockload.process.TimeWords;
import dev.stockload.queue.ImportQueue;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;
import dev.stockload.web.Console;
import dev.stockload.web.parts.ConsoleAddress;
import dev.stockload.web.parts.WebContext;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** {@code stockload serve}: schedules and the console, until it is stopped. */
@Command(
        name = Workspace.SERVE,
        description = {
            "Runs schedules and the console until Ctrl-C, and resumes details when their"
                    + " limits allow it.",
            "While it runs, the other commands use its database."
        },
        footer = {
            "",
            "Example:",
            "  stockload serve --port 8080",
            "",
            "Only this machine can reach the console. If STOCKLOAD_CONSOLE_PASSWORD is set, it asks"
                    + " for that password and answers other machines too, by the addresses and the"
                    + " name of this machine; STOCKLOAD_CONSOLE_HOSTS allows other names, such as"
                    + " that of a proxy."
        })
public final class ServeCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

    private static final int HIGHEST_PORT = 65535;
    private static final int DEFAULT_PORT = 8080;

    /** How long a stop waits for a request; the next start finds out whether it was applied. */
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(20);

    private static final Duration BETWEEN_NOTIFICATIONS = Duration.ofSeconds(5);
    private static final Duration BETWEEN_SCHEDULES = Duration.ofSeconds(1);
    private static final Duration BETWEEN_DEFINITIONS = Duration.ofSeconds(30);

    @Mixin private CommandContext context;

    @Option(
            names = "--port",
            paramLabel = "N",
            description =
                    "The port of the console (default: 8080; any free port with --no-console).")
    private Integer port;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            description =
                    "The address of the console (default: this machine only; all addresses if"
                            + " STOCKLOAD_CONSOLE_PASSWORD is set).")
    private String address;

    @Option(
            names = "--no-console",
            description =
                    "Serve no pages: only schedules, and the HTTP interface for this machine.")
    private boolean noConsole;

    @Option(
            names = "--heartbeat",
            hidden = true,
            defaultValue = "5000",
            description = "how often to write a heartbeat for other hosts, in milliseconds")
    private int heartbeat;

    @Override
    public Integer call() throws IOException {
        if (port != null && (port < 0 || port > HIGHEST_PORT)) {
            throw context.misused(
                    "--port takes a number from 0 (any free port) to %d, but this is %d"
                            .formatted(HIGHEST_PORT, port));
        }
        Settings settings = context.settings();
        CommandOutput err = context.err();
        endWithoutMemory(err);
        StopSignal stop = new StopSignal();
        StopRequests requests = new StopRequests(stop, err);
        try (requests;
                Workspace workspace =
                        Workspace.open(
                                settings,
                                Workspace.SERVE,
                                new Caller(stop, RunListener.NOBODY),
                                err.writer());
                ImportQueue queue =
                        new ImportQueue(
                                workspace.imports(),
                                workspace.ledger(),
                                settings.workers(),
                                LONGEST_REQUEST,
                                (run, fault) -> {
                                    workspace.ledgerIsUnusable();
                                    workspace.notifier().unstored(run, fault);
                                })) {
            return serve(workspace, queue);
        }
    }

    private int serve(Workspace workspace, ImportQueue queue) throws IOException {
        CommandOutput err = context.err();
        Settings settings = workspace.settings();
        JobFolder jobs = settings.ownJobs();
        begin(workspace, queue, jobs);
        WebContext web =
                new WebContext(address(settings), workspace, queue, jobs, InstantSource.system());
        workspace.notifier().watch(jobs, workspace.expectedSheets(), BETWEEN_NOTIFICATIONS);
        try (JobScheduler schedules =
                        new JobScheduler(
                                        workspace.ledger(),
                                        jobs,
                                        new ScheduledJobs(queue, workspace.jobRuns()),
                                        workspace.ledger().owners()::now,
                                        new JobScheduler.Intervals(
                                                BETWEEN_SCHEDULES,
                                                Duration.ofMillis(heartbeat),
                                                BETWEEN_DEFINITIONS))
                                .start();
                Console console = start(web, err);
                Workspace.Loan loan = workspace.lend()) {
            print(workspace, jobs, console);
            workspace.caller().stop().await();
            loan.recall();
            schedules.stopping();
            workspace.notifier().stopWatching();
            // Clients that follow a run get its end before the web server closes.
            queue.stopAll();
            return workspace.isLost() ? ExitCode.FAILED : ExitCode.DONE;
        }
    }

    private void begin(Workspace workspace, ImportQueue queue, JobFolder jobs) {
        CommandOutput err = context.err();
        workspace.openDefaultAccount();
        workspace.whyUnset(jobs.list()).forEach(err::say);
        ServeLines lines = new ServeLines(err, new HashSet<>());
        queue.changes().listen(lines);
        DetailsReport.all(workspace.ledger()).stream()
                .filter(DetailsReport::waits)
                .forEach(lines::waits);
        workspace.ledger().owners().whenAskedToStop(queue::stop);
        queue.start();
    }

    /**
     * With a password, the console answers every machine, otherwise only this one. Without pages,
     * the server answers this machine at any free port, since nobody types it.
     */
    private ConsoleAddress address(Settings settings) {
        boolean pages = !noConsole;
        String password = pages ? settings.console().password() : null;
        int defaultPort = pages ? DEFAULT_PORT : 0;
        String defaultAddress = password == null ? "127.0.0.1" : "0.0.0.0";
        return new ConsoleAddress(
                address(address == null ? defaultAddress : address),
                port == null ? defaultPort : port,
                password,
                pages ? ConsoleAddress.hosts(settings.console().hosts()) : Set.of(),
                pages);
    }

    private static Console start(WebContext web, CommandOutput err) throws IOException {
        ConsoleAddress at = web.address();
        Console console = Console.start(web);
        if (at.pages()) {
            err.say(
                    "The console is at %s%s",
                    console.url(),
                    at.password() == null
                            ? ", for this machine only"
                            : ", with the password of " + Settings.CONSOLE_PASSWORD);
        }
        if (!at.address().isLoopbackAddress()) {
            err.say(
                    "Its password and its pages are sent in plain text: in a shared network, use"
                            + " --address 127.0.0.1 behind a proxy with https");
        }
        return console;
    }

    private static InetAddress address(String named) {
        try {
            InetAddress address = InetAddress.getByName(named);
            if (address.isAnyLocalAddress()
                    || address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null) {
                return address;
            }
        } catch (UnknownHostException | SocketException e) {
            // reported below
        }
        throw Refusal.settings(
                "--address is '%s', which is not an address of this machine".formatted(named));
    }

    private void print(Workspace workspace, JobFolder jobs, Console console) throws IOException {
        CommandOutput err = context.err();
        List<JobFolder.Entry> all = jobs.list();
        all.forEach(job -> job.fault().ifPresent(err::say));
        long scheduled = all.stream().filter(job -> job.timetable().isPresent()).count();
        err.say(
                "Serving %s; jobs with a schedule: %d of %d; the HTTP interface is at %s. Ctrl-C"
                        + " stops it",
                workspace.data(), scheduled, all.size(), console.url());
    }

    /**
     * Ends the process when memory runs out. If only a thread ended, the server would look alive,
     * and nothing would restart it. The next start resumes its work.
     */
    private static void endWithoutMemory(CommandOutput err) {
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, fault) -> {
                    if (!(fault instanceof VirtualMachineError)) {
                        LOG.error("Thread {} ended", thread.getName(), fault);
                        return;
                    }
                    try {
                        err.writer()
                                .println(
                                        "Java ran out of memory: serve ends; allow more with"
                                                + " JAVA_OPTS");
                    } finally {
                        Runtime.getRuntime().halt(ExitCode.FAILED);
                    }
                });
    }

    private record ServeLines(CommandOutput err, Set<String> running)
            implements Consumer<StatusReport> {
        @Override
        public synchronized void accept(StatusReport run) {
            boolean details = run.job().equals(DetailsRequest.JOB);
            StatusReport.Colours all = run.colours();
            if (running.add(run.run())) {
                String left =
                        details
                                ? "details, %s of %s left"
                                        .formatted(
                                                Count.of(all.waiting()),
                                                Count.of(all.total(), "product"))
                                : run.file();
                say("Run %s: %s for account %s", run.run(), left, run.account());
            }
            if (run.state() != Run.State.RUNNING) {
                running.remove(run.run());
                say(
                        "Run %s: %s, %s",
                        run.run(), run.state().label(), details ? fetched(run) : sent(run));
            }
        }

        private static String fetched(StatusReport run) {
            return "%s of %s fetched%s"
                    .formatted(
                            Count.of(run.colours().sent()),
                            Count.of(run.colours().total(), "product"),
                            run.message() == null ? "" : ". " + run.message());
        }

        private static String sent(StatusReport run) {
            return "%s of %s sent, %s rejected or held"
                    .formatted(
                            Count.of(run.colours().sent()),
                            Count.of(run.colours().total(), "colour"),
                            Count.of(run.rows().toCorrect(), "row"));
        }

        void waits(DetailsReport run) {
            say("Run %s is waiting. %s", run.run(), run.message());
        }

        private synchronized void say(String sentence, Object... parts) {
            err.say(TimeWords.clock(Instant.now()) + " " + sentence, parts);
        }
    }
}
