package dev.stockload.cli.terminal;

import dev.stockload.app.Workspace;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;

import org.jline.utils.Signals;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** What commands share that use the ledger: waiting for the data folder, and stopping. */
public final class CommandSession extends CommandContext {
    @Option(
            names = "--no-wait",
            description = "Fail at once if another command uses the data folder or the account.")
    private boolean noWait;

    /** The work of a command; its value is the exit code. */
    public interface Work {
        int run(Workspace workspace, StopSignal stop, ProgressScreen screen) throws IOException;
    }

    public static String user() {
        return "user " + System.getProperty("user.name");
    }

    public int run(String what, Work work) throws IOException {
        StopSignal stop = new StopSignal();
        StopRequests requests = new StopRequests(stop, err());
        try (requests;
                ProgressScreen screen = new ProgressScreen(err());
                Workspace workspace =
                        Workspace.open(
                                settings(),
                                what,
                                new Caller(stop, screen, !noWait, true),
                                err().writer())) {
            try {
                return work.run(workspace, stop, screen);
            } catch (RuntimeException e) {
                throw workspace.explained(e);
            }
        }
    }

    /**
     * Stops the command in order at Ctrl-C or SIGTERM. A second signal ends the program at once:
     * the next start then finds out whether the request in flight was applied.
     */
    public static final class StopRequests implements AutoCloseable {
        private final Map<String, Object> before = new HashMap<>();
        private final AtomicBoolean heard = new AtomicBoolean();
        private final StopSignal stop;
        private final CommandOutput err;

        public StopRequests(StopSignal stop, CommandOutput err) {
            this.stop = stop;
            this.err = err;
            for (String name : List.of("TERM", "INT", "HUP")) {
                Object old = Signals.register(name, this::heard);
                // The system may not have the signal (Windows has no HUP) or reserve it.
                if (old != null) {
                    before.put(name, old);
                }
            }
        }

        private void heard() {
            if (heard.getAndSet(true)) {
                err.say(
                        "Stopped at once. To check the request in flight and continue: stockload"
                                + " resume");
                // Halts without cleaning up, which could hang: the state is safe at any moment.
                Runtime.getRuntime().halt(ExitCode.FAILED);
            }
            err.say(
                    "Stopping after the request in flight, in %d s at the latest; a second signal"
                            + " stops at once",
                    StopSignal.PATIENCE.toSeconds());
            stop.ask();
        }

        @Override
        public void close() {
            before.forEach(Signals::unregister);
        }
    }
}
