package dev.stockload.cli.runs;

import dev.stockload.app.Workspace;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.ProgressScreen;
import dev.stockload.cli.terminal.Table;
import dev.stockload.imports.Imports;
import dev.stockload.imports.change.RunVerification;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.report.Balance;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.report.RunText;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Run;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;

import org.apache.commons.io.function.IOConsumer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the imports of a command, prints each result, and combines the exit codes. */
record ImportRunner(
        Workspace workspace,
        StopSignal stop,
        ProgressScreen screen,
        ImportOutcome outcome,
        List<Imports.Result> results,
        List<Integer> codes,
        List<String> faults) {
    static int run(
            CommandSession session, JsonOption json, String what, IOConsumer<ImportRunner> work)
            throws IOException {
        return session.run(
                what,
                (workspace, stop, screen) -> {
                    ImportOutcome outcome =
                            new ImportOutcome(
                                    json.sentences(session), session.err(), workspace.data());
                    List<Imports.Result> results = new ArrayList<>();
                    List<Integer> codes = new ArrayList<>();
                    List<String> faults = new ArrayList<>();
                    try {
                        work.accept(
                                new ImportRunner(
                                        workspace, stop, screen, outcome, results, codes, faults));
                    } finally {
                        workspace.deliverNotifications();
                    }
                    if (json.isAsked() && results.isEmpty() && !faults.isEmpty()) {
                        session.out().json(new CommandOutput.Fault(String.join(". ", faults)));
                    } else if (json.isAsked()) {
                        List<StatusReport> reports =
                                results.stream().map(Imports.Result::report).toList();
                        StatusReport.write(reports, session.out().writer());
                        session.out().say("");
                    }
                    return ExitCode.of(codes, results.stream().anyMatch(ImportRunner::hasSent));
                });
    }

    void ended(Imports.Result result) {
        ended(result, result.run().file());
    }

    /** {@code sheet} is the requested one; the run may be of another with the same content. */
    void ended(Imports.Result result, String sheet) {
        screen.close(); // removes the progress bar
        results.add(result);
        worse(outcome.show(result, sheet));
    }

    private static boolean hasSent(Imports.Result result) {
        return !result.alreadyDone() && result.run().tally().colours(ColourState.SENT) > 0;
    }

    /** How many sheets were imported or could not be used. */
    int sheets() {
        return results.size() + faults.size();
    }

    boolean isStopped() {
        if (stop.isAsked()) {
            worse(ExitCode.FAILED);
        }
        return stop.isAsked();
    }

    /** Something could not be begun; the other runs go on. */
    void refused(String why, int code) {
        faults.add(why);
        outcome.err().say(why);
        worse(code);
    }

    void worse(int code) {
        codes.add(code);
    }

    record ImportOutcome(CommandOutput out, CommandOutput err, Path data) {
        /** Returns the exit code. */
        int show(Imports.Result result, String sheet) {
            Run run = result.run();
            RunText text = new RunText(run);
            if (result.earlier().isPresent()) {
                out.say(
                        "%s was already imported by %s; --again sends it again",
                        sheet, result.earlier().get());
                return ExitCode.DONE;
            }
            print(run);
            if (run.state() != Run.State.COMPLETED) {
                err.say("Run %s %s", run.id(), text.end());
                text.next().ifPresent(err::say);
                return ExitCode.FAILED;
            }
            out.say("Run %s %s", run.id(), text.end());
            int code = text.isComplete() ? ExitCode.DONE : ExitCode.REJECTS;
            return result.verified()
                    .map(verified -> ExitCode.worse(code, show(verified, run)))
                    .orElse(code);
        }

        /** The balance and the files of a run. */
        void print(Run run) {
            Balance balance = Balance.of(run);
            boolean hasRows = run.hasSheet();
            // Cells without a heading are not printed.
            Table table = hasRows ? new Table("", ">Colours", ">Rows") : new Table("", ">Colours");
            for (Balance.Part part : balance.shown()) {
                if (hasRows || !part.isEmpty()) {
                    table.add(part.kind().label(), Count.of(part.colours()), Count.of(part.rows()));
                }
            }
            table.add("Total", Count.of(balance.colours()), Count.of(balance.rows()));
            table.print(out);
            new RunText(run).missing().ifPresent(out::say);
            RunFolder folder = RunFolder.of(data, run.id());
            folder.files()
                    .forEach(name -> out.say("%s: %s", label(name), folder.path().resolve(name)));
        }

        private static String label(String file) {
            return switch (file) {
                case RunFolder.UNDO -> "The result of each size";
                case RunFolder.VERIFY -> "Compared with the service";
                case RunFolder.REPORT -> "Report";
                default -> "Rejected and held rows";
            };
        }

        private int show(RunVerification.AtEnd verified, Run run) {
            if (verified.result().isPresent()) {
                VerifyResult result = verified.result().get();
                VerifyCommand.print(result, result.differences(), out);
                return result.equal() ? ExitCode.DONE : ExitCode.REJECTS;
            }
            err.say(
                    "What was sent could not be read back: %s. To try again: stockload verify %s",
                    verified.failure(), run.id());
            return ExitCode.REJECTS;
        }
    }
}
