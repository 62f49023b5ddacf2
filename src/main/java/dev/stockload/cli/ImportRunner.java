package dev.stockload.cli;

import dev.stockload.app.Workspace;
import dev.stockload.imports.Imports;
import dev.stockload.ledger.ColourState;
import dev.stockload.runs.StopSignal;

import java.io.IOException;

/** The imports of a command: each is shown as it ends, and the exit code follows from all. */
record ImportRunner(
        Workspace workspace,
        StopSignal stop,
        ProgressScreen screen,
        ImportOutcome outcome,
        ExitCode.Combined sum) {
    /** The imports of a command, one after the other. */
    interface Work {
        void run(ImportRunner imports) throws IOException;
    }

    static int run(CommandSession session, String what, Work work) throws IOException {
        return session.run(
                what,
                (workspace, stop, screen) -> {
                    ImportOutcome outcome =
                            new ImportOutcome(session.out(), session.err(), workspace.data());
                    ExitCode.Combined sum = new ExitCode.Combined();
                    try {
                        work.run(new ImportRunner(workspace, stop, screen, outcome, sum));
                    } finally {
                        workspace.deliverNotifications();
                    }
                    return sum.code();
                });
    }

    void ended(Imports.Result result) {
        ended(result, result.run().file());
    }

    /**
     * Shows how one ended.
     *
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
