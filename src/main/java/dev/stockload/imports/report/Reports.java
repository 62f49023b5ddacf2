package dev.stockload.imports.report;

import static dev.stockload.stock.ColourState.HELD;
import static dev.stockload.stock.ColourState.IN_DOUBT;
import static dev.stockload.stock.ColourState.REJECTED;

import dev.stockload.book.RowsProblem;
import dev.stockload.book.RunColour;
import dev.stockload.book.rules.SentColour;
import dev.stockload.book.rules.Work;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.report.Balance.Kind;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.CreateLimits;
import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.sheet.RejectsFile;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** Reports how far runs are, and writes the report and the rejects file of one. */
public record Reports(Ledger ledger, Path data) {
    public static StatusReport of(Run run) {
        return of(run, run.message(), null);
    }

    /** With the files that can be downloaded, for one that is asked for by its id. */
    public static StatusReport withFiles(Run run, Path data) {
        return of(run, run.message(), RunFolder.of(data, run.id()).files());
    }

    /** With another message than that of the run. */
    public static StatusReport of(Run run, String message) {
        return of(run, message, null);
    }

    private static StatusReport of(Run run, String message, List<String> files) {
        Balance balance = Balance.of(run);
        int waiting = balance.colours(Kind.WAITING);
        return new StatusReport(
                run.id(),
                run.job(),
                run.account(),
                run.sheetName(),
                run.state(),
                run.startedAt(),
                run.endedAt(),
                new StatusReport.Rows(
                        balance.rows(),
                        balance.rows() - balance.rows(Kind.REJECTED) - balance.rows(Kind.HELD),
                        balance.rows(Kind.REJECTED),
                        balance.rows(Kind.HELD)),
                new StatusReport.Colours(
                        balance.colours(),
                        balance.colours(Kind.SENT),
                        balance.colours(Kind.UNCHANGED),
                        balance.colours(Kind.LEFT_OUT),
                        balance.colours(Kind.REJECTED),
                        balance.colours(Kind.HELD),
                        balance.colours(Kind.IN_DOUBT),
                        waiting),
                new StatusReport.Requests(run.requests(), CreateLimits.requests(waiting)),
                run.tally().missing(),
                run.input().by(),
                run.corrects(),
                run.correctedBy(),
                message,
                files);
    }

    /** A sheet that could not become a run. */
    public static StatusReport unusable(String job, String file, String why, Instant now) {
        Run.Identity nobody = new Run.Identity(null, job, null, null, 0);
        Run.Input input = Run.Input.unread(file, null, Work.ALL);
        return of(Run.begun(nobody, input, now, null).ended(Run.End.unusable(now, why)));
    }

    /** Writes the files for people; returns the result of an undo in a sentence. */
    public Optional<String> write(Run run) throws IOException {
        Optional<String> undone =
                run.isUndo() ? new UndoReport(ledger, data).write(run) : Optional.empty();
        RunFolder folder = RunFolder.of(data, run.id());
        if (run.state() == Run.State.COMPLETED) {
            ledger.problems().updateSettleWarnings(run.id(), warnings -> done(run, warnings));
        }
        if (run.hasSheet()) {
            unread(run).ifPresent(warning -> ledger.problems().say(run.id(), warning));
        }
        Iterable<Problem> problems = ledger.problems().inOrder(run.id());
        checkBalance(run, ledger.colours().count(run.id()));
        of(run).writeInto(
                        folder.path(), problems, ledger.problems().warnings(run.id(), doubts(run)));
        boolean rejects = run.tally().rowsToCorrect() > 0;
        // A stop should be fast: the resumed run will write this file.
        boolean soon = run.state() == Run.State.STOPPED;
        if (rejects && !soon && Files.exists(folder.sheet(run.file()))) {
            ImportOptions options = RunOptions.of(run);
            RejectsFile.write(
                    folder.sheet(run.file()),
                    options.sheet(),
                    options.newColours() == NewColourMode.HOLD,
                    problems,
                    folder.path());
        }
        return undone;
    }

    /** The warnings made at settling, as they read after sending. */
    private List<RowsProblem> done(Run run, List<RowsProblem> warnings) {
        List<RowsProblem> done = new ArrayList<>();
        for (RowsProblem each : warnings) {
            if (each.code() != ProblemCode.SIZE_NEWER) {
                done.add(SheetWarnings.missing(each, run.tally().missing()));
            }
        }
        SheetWarnings.newerRuns(run.account(), run.tally(), ledger.runs()).ifPresent(done::add);
        return done;
    }

    /** The balance kept while sending must equal the one counted from the colours. */
    private static void checkBalance(Run run, Tally counted) {
        if (counted.colours() == 0) {
            return;
        }
        for (ColourState state : EnumSet.complementOf(EnumSet.of(REJECTED, HELD))) {
            if (counted.colours(state) != run.tally().colours(state)
                    || counted.rows(state) != run.tally().rows(state)) {
                throw new IllegalStateException(
                        "The balance of run %s is %s, but its colours show %s"
                                .formatted(run.id(), run.tally(), counted));
            }
        }
    }

    private Optional<RowsProblem> unread(Run run) {
        long products =
                ledger.requests()
                        .sent(run.id())
                        .filter(colour -> colour.result().hasArrived())
                        .filter(
                                colour ->
                                        colour.sizes().values().stream()
                                                .anyMatch(size -> !size.before().isKnown()))
                        .map(SentColour::product)
                        .distinct()
                        .count();
        return products == 0
                ? Optional.empty()
                : Optional.of(
                        RowsProblem.ofFile(
                                ProblemCode.STOCK_UNREAD,
                                "The stock of %s before this run could not be read: an undo of this run will keep what it sent of %s"
                                        .formatted(
                                                Count.of(products, "product"),
                                                products == 1 ? "it" : "them")));
    }

    private List<RowsProblem> doubts(Run run) {
        return ledger.colours().in(run.id(), IN_DOUBT).stream()
                .map(colour -> doubt(colour, run))
                .toList();
    }

    private static RowsProblem doubt(RunColour colour, Run run) {
        return problem(
                ProblemCode.COLOUR_DOUBT,
                colour,
                run,
                "of product %d is in doubt: whether it arrived is not known yet"
                        .formatted(colour.product()),
                "Whether colour %s of product %d, which is in no row of the sheet, arrived is in doubt"
                        .formatted(colour.name(), colour.product()));
    }

    /** {@code sentence} follows the name of the colour; {@code inNoRow} is for one without rows. */
    public static RowsProblem problem(
            ProblemCode code, RunColour colour, Run run, String sentence, String inNoRow) {
        return colour.rows().length == 0
                ? RowsProblem.ofFile(code, inNoRow)
                : new RowsProblem(
                        colour.rows(),
                        RunOptions.readColumns(run.input().columns())
                                .getOrDefault(HeaderField.COLOUR, HeaderField.COLOUR.label()),
                        colour.name(),
                        code,
                        sentence);
    }

    public List<String> inDoubt(String run) {
        return ledger.colours().in(run, IN_DOUBT).stream()
                .map(colour -> "product %d, colour %s".formatted(colour.product(), colour.name()))
                .toList();
    }
}
