package dev.stockload.cli;

import dev.stockload.app.Caller;
import dev.stockload.app.FolderClaim;
import dev.stockload.app.Workspace;
import dev.stockload.runs.StopSignal;

import picocli.CommandLine.Option;

import java.io.IOException;

/** What the commands share that work in the ledger: how to wait for it, and how to stop. */
final class CommandSession extends CommandContext {
    @Option(
            names = "--no-wait",
            description =
                    "Fail at once, instead of waiting, if another command is using the data"
                            + " folder.")
    private boolean noWait;

    /** The work of a command; its value is the exit code. */
    interface Work {
        int run(Workspace workspace, StopSignal stop, ProgressScreen screen) throws IOException;
    }

    int run(String what, Work work) throws IOException {
        StopSignal stop = new StopSignal();
        StopRequests requests = new StopRequests(stop, err());
        try (ProgressScreen screen = new ProgressScreen(err());
                Workspace workspace =
                        Workspace.open(
                                settings(),
                                new FolderClaim(what, !noWait),
                                new Caller(stop, screen),
                                err())) {
            try {
                return work.run(workspace, stop, screen);
            } catch (RuntimeException e) {
                throw workspace.explained(e);
            }
        } finally {
            requests.close();
        }
    }
}
