package dev.stockload.cli.runs;

import static dev.stockload.stock.ColourState.LEFT_OUT;
import static dev.stockload.stock.ColourState.REJECTED;
import static dev.stockload.stock.ColourState.SENT;
import static dev.stockload.stock.ColourState.SUPERSEDED;

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
import dev.stockload.imports.report.StatusReport;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.runs.Tally;
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
        List<Integer> codes) {
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
                    try {
                        work.accept(
                                new ImportRunner(workspace, stop, screen, outcome, results, codes));
                    } finally {
                        workspace.deliverNotifications();
                    }
                    if (json.isAsked()) {
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

    boolean isStopped() {
        if (stop.isAsked()) {
            worse(ExitCode.FAILED);
        }
        return stop.isAsked();
    }

    void worse(int code) {
        codes.add(code);
    }

    record ImportOutcome(CommandOutput out, CommandOutput err, Path data) {
        /** Returns the exit code. */
        int show(Imports.Result result, String sheet) {
            Run run = result.run();
            if (result.earlier().isPresent()) {
                out.say(
                        "%s was already imported by %s; --again sends it again",
                        sheet, result.earlier().get());
                return ExitCode.DONE;
            }
            table(run);
            missing(run.tally().missing());
            RunFolder folder = RunFolder.of(data, run.id());
            folder.rejects().ifPresent(file -> out.say("Rejected and held rows: " + file));
            if (run.isUndo()) {
                folder.file(RunFolder.UNDO)
                        .ifPresent(list -> out.say("The result of each size: " + list));
            }
            out.say("Report: " + folder.report());
            if (run.state() == RunState.COMPLETED) {
                int kept = run.tally().rowsToCorrect();
                int refused = run.tally().colours(REJECTED);
                if (kept == 0 && refused > 0) {
                    out.say(
                            "Run %s finished; the service refused %s%s: the report says why",
                            run.id(),
                            Count.of(refused, "colour"),
                            run.hasSheet() ? " that left the sheet" : "");
                    return ExitCode.REJECTS;
                }
                out.say(
                        kept == 0
                                ? "Run %s finished%s".formatted(run.id(), sent(run))
                                : "Run %s finished; %s rejected or held. Correct them in the rejects file and import it"
                                        .formatted(run.id(), Count.are(kept, "row")));
                int code = kept == 0 ? ExitCode.DONE : ExitCode.REJECTS;
                return result.verified()
                        .map(verified -> ExitCode.worse(code, show(verified, run)))
                        .orElse(code);
            }
            err.say(
                    "Run %s %s. %s",
                    run.id(),
                    run.state() == RunState.STOPPED ? "was stopped" : "failed",
                    run.message());
            String resume = "stockload resume " + run.id();
            if (!run.message().contains(resume)) {
                err.say("To resume: " + resume);
            }
            return ExitCode.FAILED;
        }

        private static String sent(Run run) {
            int superseded = run.tally().colours(SUPERSEDED);
            if (superseded > 0) {
                return "; %s left out: a newer sheet has %s"
                        .formatted(
                                Count.were(superseded, "colour"), superseded == 1 ? "it" : "them");
            }
            int stocked = run.tally().colours(LEFT_OUT);
            if (stocked > 0) {
                return "; %s left out: the product has stock already"
                        .formatted(Count.are(stocked, "colour"));
            }
            int newer = run.tally().sizesLeftToNewer();
            if (newer > 0) {
                return "; %s left out: newer runs have other stock for %s"
                        .formatted(Count.are(newer, "size"), newer == 1 ? "it" : "them");
            }
            if (!run.hasSheet()) {
                return "";
            }
            return run.tally().colours(SENT) > 0 ? ": everything was sent" : ": nothing to send";
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

        private void missing(Tally.Missing missing) {
            if (missing.sizes() > 0) {
                out.say(
                        "%s left the sheet, %s: %s",
                        Count.of(missing.sizes(), "size"),
                        Count.of(missing.pieces(), "piece"),
                        left(missing));
            }
        }

        private static String left(Tally.Missing missing) {
            if (missing.zeroed() == 0) {
                return "still on sale at the service";
            }
            return missing.zeroed() == missing.sizes()
                    ? "set to 0"
                    : "%s set to 0, the others still on sale".formatted(Count.of(missing.zeroed()));
        }

        private void table(Run run) {
            Balance balance = Balance.of(run);
            boolean hasRows = run.hasSheet();
            // Cells without a heading are not printed.
            Table table = hasRows ? new Table("", ">Colours", ">Rows") : new Table("", ">Colours");
            for (Balance.Part part : balance.shown()) {
                if (hasRows || !part.isEmpty()) {
                    table.add(part.kind().words(), Count.of(part.colours()), Count.of(part.rows()));
                }
            }
            table.add("Total", Count.of(balance.colours()), Count.of(balance.rows()));
            table.print(out);
        }
    }
}
