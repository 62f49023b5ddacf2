package dev.stockload.cli.terminal;

import dev.stockload.app.FolderClaim;
import dev.stockload.app.Workspace;
import dev.stockload.app.Workspace.Caller;
import dev.stockload.process.StopSignal;

import org.jline.utils.Signals;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the commands share that work in the ledger: how to wait for it, and how to stop. */
public final class CommandSession extends CommandContext {
    @Option(
            names = "--no-wait",
            description =
                    "Fail at once, instead of waiting, if another command is using the data"
                            + " folder.")
    private boolean noWait;

    /** The work of a command; its value is the exit code. */
    public interface Work {
        int run(Workspace workspace, StopSignal stop, ProgressScreen screen) throws IOException;
    }

    public int run(String what, Work work) throws IOException {
        StopSignal stop = new StopSignal();
        StopRequests requests = new StopRequests(stop, err());
        try (ProgressScreen screen = new ProgressScreen(err());
                Workspace workspace =
                        Workspace.open(
                                settings(),
                                new FolderClaim(what, !noWait),
                                new Caller(stop, screen),
                                err().writer())) {
            try {
                return work.run(workspace, stop, screen);
            } catch (RuntimeException e) {
                throw workspace.explained(e);
            }
        } finally {
            requests.close();
        }
    }

    /**
     * Turns Ctrl-C and a kind kill into a wish to stop. A second one ends the program at once, as
     * failed: the next start then finds out what became of the request in flight.
     */
    public static final class StopRequests implements AutoCloseable {
        private final Map<String, Object> before = new HashMap<>();
        private final AtomicBoolean heard = new AtomicBoolean();
        private final StopSignal stop;
        private final Lines err;

        public StopRequests(StopSignal stop, Lines err) {
            this.stop = stop;
            this.err = err;
            for (String name : List.of("TERM", "INT", "HUP")) {
                Object old = Signals.register(name, this::heard);
                // A system may not have the signal, as Windows has no HUP, or keep it for itself.
                if (old != null) {
                    before.put(name, old);
                }
            }
        }

        private void heard() {
            if (heard.getAndSet(true)) {
                err.say(
                        "Stopped at once. To find out what became of the request in flight, and to"
                                + " continue: stockload resume");
                // Nothing else is done on the way out, so that nothing can hang there: the state is
                // safe at every moment.
                Runtime.getRuntime().halt(ExitCode.FAILED);
            }
            err.say(
                    "Stopping after the request in flight, in %d s at the latest; a second signal"
                            + " stops at once",
                    StopSignal.PATIENCE.toSeconds());
            stop.ask();
        }

        @Override
        public synchronized void close() {
            before.forEach(Signals::unregister);
            before.clear();
        }
    }
}
