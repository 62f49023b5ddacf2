package dev.stockload.cli;

import static dev.stockload.ledger.ColourState.HELD;
import static dev.stockload.ledger.ColourState.REJECTED;

import dev.stockload.imports.Balance;
import dev.stockload.imports.Imports;
import dev.stockload.imports.RunFiles;
import dev.stockload.imports.VerifyResult;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.Tally;
import dev.stockload.stock.Count;

import java.io.PrintWriter;
import java.nio.file.Path;

/** The end of a run in words: what became of every row, and what to do next. */
final class ImportOutcome {
    private final PrintWriter out;
    private final PrintWriter err;
    private final Path data;

    ImportOutcome(PrintWriter out, PrintWriter err, Path data) {
        this.out = out;
        this.err = err;
        this.data = data;
    }

    /** Says how a run ended; the exit code follows from it. */
    int show(Imports.Result result) {
        Run run = result.run();
        if (result.alreadyDone()) {
            out.println(
                    "%s was already imported by run %s; --again sends it again"
                            .formatted(run.sheetName(), run.id()));
            return ExitCode.DONE;
        }
        table(run);
        missing(run.tally().missing());
        result.rejects().ifPresent(file -> out.println("Rejected and held rows: " + file));
        out.println("Report: " + RunFiles.of(data, run.id()).report());
        if (run.state() == RunState.COMPLETED) {
            int kept = run.tally().rows(REJECTED) + run.tally().rows(HELD);
            int refused = run.tally().colours(REJECTED);
            if (kept == 0 && refused > 0) {
                out.println(
                        "Run %s finished; the service refused %s that left the sheet: the report says why"
                                .formatted(run.id(), Count.of(refused, "colour")));
                return ExitCode.REJECTS;
            }
            out.println(
                    kept == 0
                            ? "Run %s finished: everything was sent".formatted(run.id())
                            : "Run %s finished; %s rejected or held. Correct them in the rejects file and import it"
                                    .formatted(run.id(), Count.are(kept, "row")));
            int code = kept == 0 ? ExitCode.DONE : ExitCode.REJECTS;
            return result.verified()
                    .map(verified -> ExitCode.worse(code, show(verified, run)))
                    .orElse(code);
        }
        err.println(
                "Run %s %s. %s"
                        .formatted(
                                run.id(),
                                run.state() == RunState.STOPPED ? "was stopped" : "failed",
                                run.message()));
        err.println("To resume: stockload resume " + run.id());
        return ExitCode.FAILED;
    }

    private int show(VerifyResult verified, Run run) {
        if (verified.result().isPresent()) {
            return VerifiedText.print(verified.result().get(), out);
        }
        err.println(
                "What was sent could not be read back: %s. To try again: stockload verify %s"
                        .formatted(verified.failure(), run.id()));
        return ExitCode.REJECTS;
    }

    private void missing(Tally.Missing missing) {
        if (missing.sizes() > 0) {
            out.println(
                    "%s left the sheet, %s: %s"
                            .formatted(
                                    Count.of(missing.sizes(), "size"),
                                    Count.of(missing.pieces(), "piece"),
                                    missing.zeroed() == 0
                                            ? "still on sale at the service"
                                            : "set to 0"));
        }
    }

    private void table(Run run) {
        Balance balance = Balance.of(run.tally(), run.state());
        Table table = new Table("", ">Colours", ">Rows");
        for (Balance.Part part : balance.parts()) {
            if (!part.isEmpty() || isUsual(part.kind(), run.state())) {
                table.add(part.kind().words(), Count.of(part.colours()), Count.of(part.rows()));
            }
        }
        table.add("Total", Count.of(balance.colours()), Count.of(balance.rows()));
        table.print(out);
    }

    /** Whether a part is shown though there is nothing in it. */
    private static boolean isUsual(Balance.Kind kind, RunState state) {
        return switch (kind) {
            case SENT, UNCHANGED, REJECTED, HELD -> true;
            case IN_DOUBT, WAITING -> state != RunState.COMPLETED;
            case LEFT_OUT -> false;
        };
    }
}
