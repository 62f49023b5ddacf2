package dev.stockload.cli;

import dev.stockload.app.Application;
import dev.stockload.imports.Imports;
import dev.stockload.runs.StopSignal;

import picocli.CommandLine;
import picocli.CommandLine.Mixin;

import java.io.IOException;

/** What the commands that import share: how each import is shown, and what the exit code is. */
final class ImportRunner {
    @Mixin private CommandSession control;

    /** The imports of a command, one after the other. */
    interface Work {
        void run(Each each) throws IOException;
    }

    /** Where the imports happen, and who hears of each. */
    record Each(
            Application session,
            StopSignal stop,
            ImportScreen screen,
            ImportOutcome outcome,
            int[] codes) {
        /** Shows how one ended. */
        void ended(Imports.Result result) {
            screen.close(); // the bar goes before the balance comes
            worse(outcome.show(result));
        }

        /** Whether the rest is to be left for another time. */
        boolean isStopped() {
            if (stop.isAsked()) {
                worse(ExitCode.FAILED);
            }
            return stop.isAsked();
        }

        void worse(int code) {
            codes[0] = ExitCode.worse(codes[0], code);
        }
    }

    int run(Stockload program, CommandLine command, String what, Work work) throws IOException {
        return control.run(
                program,
                command,
                what,
                (application, stop, screen) -> {
                    ImportOutcome outcome =
                            new ImportOutcome(
                                    command.getOut(), command.getErr(), program.settings().data());
                    int[] codes = {ExitCode.DONE};
                    try {
                        work.run(new Each(application, stop, screen, outcome, codes));
                    } finally {
                        application.deliverNotifications();
                    }
                    return codes[0];
                });
    }
}
