package dev.stockload.cli;

import dev.stockload.pipeline.RunQueue;
import dev.stockload.pipeline.StopSignal;
import dev.stockload.pipeline.Watcher;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;

/** {@code stockload serve}: schedules and the console, until it is asked to end. */
@Command(
        name = ServeCommand.NAME,
        description = {
            "Runs the jobs of jobs/ at their times and shows the console, until Ctrl-C.",
            "While it runs, import, run and resume hand their work to it."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  stockload serve --port 8080"})
final class ServeCommand implements Callable<Integer> {
    static final String NAME = "serve";

    /** Longer is no request waited for: the next start finds out what became of it. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Spec private CommandSpec spec;
    @ParentCommand private Stockload program;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "where the console listens (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(names = "--no-console", description = "Only the schedules, no console.")
    private boolean noConsole;

    @Override
    public Integer call() throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        StopSignal stop = new StopSignal();
        StopRequests requests = new StopRequests(stop, err);
        try (ImportSession session =
                        ImportSession.open(
                                program.settings(), NAME, true, stop, Watcher.NOBODY, err);
                RunQueue queue = new RunQueue(session.imports(), session.ledger(), PATIENCE);
                HandOver desk = HandOver.start(session, queue)) {
            serve(session, queue, desk, stop);
        } finally {
            requests.close();
        }
        return ExitCode.DONE;
    }

    private void serve(ImportSession session, RunQueue queue, HandOver desk, StopSignal stop) {
        spec.commandLine()
                .getErr()
                .println(
                        "Stockload serves %s and takes work from other commands at %s; Ctrl-C ends it"
                                .formatted(session.data(), desk.url()));
        stop.await();
        // Whoever waits for a run hears how it was stopped, before the desk closes.
        queue.close();
    }
}
