package dev.stockload.cli;

import dev.stockload.batch.StopSignal;
import dev.stockload.pipeline.Imports;

import picocli.CommandLine;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/** What the commands that import share: how to wait, how to stop, and how to show the end. */
final class RunControl {
    @Option(
            names = "--no-wait",
            description =
                    "Fail at once where another import has the data folder, instead of waiting.")
    private boolean noWait;

    /** The imports of a command, one after the other. */
    interface Work {
        void run(Each each) throws IOException;
    }

    /** Where the imports happen, and who hears of each. */
    record Each(Desk session, StopSignal stop, ImportScreen screen, Balance balance, int[] codes) {
        /** Shows how one ended. */
        void ended(Imports.Result result) {
            screen.close(); // the bar goes before the balance comes
            worse(balance.show(result));
        }

        void worse(int code) {
            codes[0] = ExitCode.worse(codes[0], code);
        }
    }

    int run(Stockload program, CommandLine command, String what, Work work) throws IOException {
        Settings settings = program.settings();
        PrintWriter err = command.getErr();
        StopSignal stop = new StopSignal();
        int[] codes = {ExitCode.DONE};
        boolean terminal = System.console() != null;
        StopRequests requests = new StopRequests(stop, err);
        try (ImportScreen screen = new ImportScreen(err, terminal);
                Desk session =
                        ImportSession.openOrHandOver(settings, what, !noWait, stop, screen, err)) {
            Balance balance = new Balance(command.getOut(), err, settings.data());
            work.run(new Each(session, stop, screen, balance, codes));
        } finally {
            requests.close();
        }
        return codes[0];
    }
}
