package dev.stockload.cli;

import dev.stockload.app.Workspace;
import dev.stockload.imports.Imports;
import dev.stockload.ledger.ColourState;
import dev.stockload.runs.StopSignal;

import java.io.IOException;

/** What the commands that import share: how each import is shown, and what the exit code is. */
final class ImportRunner {
    private final CommandSession session;

    ImportRunner(CommandSession session) {
        this.session = session;
    }

    /** The imports of a command, one after the other. */
    interface Work {
        void run(Each each) throws IOException;
    }

    /** Where the imports happen, and who hears of each. */
    record Each(
            Workspace session,
            StopSignal stop,
            ProgressScreen screen,
            ImportOutcome outcome,
            ExitCode.Combined sum) {
        /** Shows how one ended. */
        void ended(Imports.Result result) {
            ended(result, result.run().file());
        }

        /**
         * @param sheet what was to be imported; another may have had its content before
         */
        void ended(Imports.Result result, String sheet) {
            screen.close(); // the bar goes before the balance comes
            sum.add(outcome.show(result, sheet));
            if (!result.alreadyDone() && result.run().tally().colours(ColourState.SENT) > 0) {
                sum.sent();
            }
        }

        /** Whether the rest is to be left for another time. */
        boolean isStopped() {
            if (stop.isAsked()) {
                worse(ExitCode.FAILED);
            }
            return stop.isAsked();
        }

        void worse(int code) {
            sum.add(code);
        }
    }

    int run(String what, Work work) throws IOException {
        return session.run(
                what,
                (workspace, stop, screen) -> {
                    ImportOutcome outcome =
                            new ImportOutcome(
                                    session.out(), session.err(), session.settings().data());
                    ExitCode.Combined sum = new ExitCode.Combined();
                    try {
                        work.run(new Each(workspace, stop, screen, outcome, sum));
                    } finally {
                        workspace.deliverNotifications();
                    }
                    return sum.code();
                });
    }
}
