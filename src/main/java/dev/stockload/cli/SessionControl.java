package dev.stockload.cli;

import dev.stockload.batch.StopSignal;

import picocli.CommandLine;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/** What the commands share that work in the ledger, but import nothing. */
final class SessionControl {
    @Option(
            names = "--no-wait",
            description =
                    "Fail at once where another command has the data folder, instead of waiting.")
    private boolean noWait;

    /** The work of a command; its value is the exit code. */
    interface Work {
        int run(ImportSession session) throws IOException;
    }

    int run(Stockload program, CommandLine command, String what, Work work) throws IOException {
        PrintWriter err = command.getErr();
        StopSignal stop = new StopSignal();
        StopRequests requests = new StopRequests(stop, err);
        try (ImportScreen screen = new ImportScreen(err, false);
                ImportSession session =
                        ImportSession.open(program.settings(), what, !noWait, stop, screen, err)) {
            return work.run(session);
        } finally {
            requests.close();
        }
    }
}
