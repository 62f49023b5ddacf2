package dev.stockload.imports.read;

import dev.stockload.book.Settlement;
import dev.stockload.book.SheetShapes;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.check.CheckedSheet;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.read.Settler.LookFirstException;
import dev.stockload.imports.run.Preparation;
import dev.stockload.imports.run.RunContext;
import dev.stockload.imports.run.StockLook;
import dev.stockload.ledger.Ledger;
import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.Sha256;
import dev.stockload.runs.Run;
import dev.stockload.sheet.header.SheetShape;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Prepares an import: stage reads the sheet and stores its problems, settle enters it in the book
 * and finds the colours to send. Until the run has named, both start again.
 */
public final class SheetPreparation implements Preparation {
    private final RunContext context;
    private final Run run;
    private final ImportOptions options;
    private final boolean force;
    private final Predicate<SizeEntry> wasZero;
    private final Ledger ledger;
    private final SheetMemoryLimit.Share memory = SheetMemoryLimit.OF_THIS_PROCESS.share();
    private CheckedSheet sheet;
    private SheetShape shape;

    public SheetPreparation(
            RunContext context,
            ImportOptions options,
            boolean force,
            Predicate<SizeEntry> wasZero) {
        this.context = context;
        this.run = context.run();
        this.options = options;
        this.force = force;
        this.wasZero = wasZero;
        this.ledger = context.ledger();
    }

    @Override
    public RunContext context() {
        return context;
    }

    @Override
    public void stage() throws IOException {
        sheet = read();
        shape = sheet.shape();
        List<Problem> warnings = sheet.warnings();
        warnings.stream().filter(Problem::isOfFile).map(Problem::message).forEach(context::notice);
        ledger.settlement(context.book())
                .stage(
                        run,
                        new Settlement.Found(sheet.problems(), warnings, sheet.sheets()),
                        RunOptions.write(sheet.header().columnNames()),
                        SheetPlan.tally(sheet));
    }

    @Override
    public void settle() {
        SheetPlan.Look look = new StockLook(context, "Reading what is there")::readStock;
        SheetPlan plan = new SheetPlan(ledger, run, context.service(), wasZero, sheet);
        sheet = null;
        plan.readStock(look);
        if (context.book().isOvertaken(run.view())) {
            overtaken(plan);
        } else {
            name(plan, look);
        }
        close();
    }

    private void name(SheetPlan plan, SheetPlan.Look look) {
        try {
            context.name(naming -> settled(plan, naming));
        } catch (LookFirstException e) {
            plan.readStock(e.products(), look);
            name(plan, look);
        } catch (BrakedException e) {
            // Nothing is named, but what it would change is stored for the person who decides.
            ledger.settlement(context.book()).braked(run, e.settled);
            keepDiff(plan);
            throw e;
        }
    }

    private void keepDiff(SheetPlan plan) {
        long newest = ledger.brakedDiffs().newest(run.account());
        StockDiff.Builder diff = new StockDiff.Builder(plan.catalogue()::item);
        SettledSheet draft = settle(plan, ledger.settlement(context.book()).draft(), diff);
        StockDiff.Base base = StockDiff.Base.ofLedger(context.time().instant());
        ledger.brakedDiffs().keep(run, newest, draft.diff(base).summary().json());
    }

    /** Nothing of the sheet is named or sent until a person says that it is right. */
    public static final class BrakedException extends RunFailedException {
        private final boolean otherShape;
        private final transient Settlement.Settled settled;

        private BrakedException(String message, boolean otherShape, Settlement.Settled settled) {
            super(message);
            this.otherShape = otherShape;
            this.settled = settled;
        }

        /** Whether also since the sheet has another shape than those before. */
        public boolean isOtherShape() {
            return otherShape;
        }
    }

    private Settlement.Settled settled(SheetPlan plan, Settlement.RunNaming naming) {
        SettledSheet settled = settle(plan, naming, StockDiff.Builder.ofTotals());
        if (!force) {
            askBrake(settled);
        }
        if (isShapeKept()) {
            ledger.shapes().learn(reading(), shape.text(), run.startedAt());
        }
        settled.named().warnings().forEach(each -> context.notice(each.sentence()));
        return settled.named();
    }

    private SettledSheet settle(
            SheetPlan plan, Settlement.RunNaming naming, StockDiff.Builder diff) {
        return plan.settle(naming, diff, product -> context.stop().check());
    }

    /** A sheet that the brake stops has named nothing. */
    private void askBrake(SettledSheet settled) {
        List<String> objections = new ArrayList<>(settled.objections());
        Optional<String> otherShape = otherShape();
        otherShape.ifPresent(objections::add);
        if (!objections.isEmpty()) {
            throw new BrakedException(
                    "The brake: %s. Nothing was sent. It would bring %s. Check the sheet; if it is right: stockload resume %s --force"
                            .formatted(
                                    String.join("; and ", objections),
                                    settled.diff(null).totals().sentence(),
                                    run.id()),
                    otherShape.isPresent(),
                    settled.named());
        }
    }

    private boolean isShapeKept() {
        return options.brake().filter(Brake::sameShape).isPresent();
    }

    private SheetShapes.Reading reading() {
        return new SheetShapes.Reading(
                run.account(), run.job(), Sha256.of(options.sheet().identity()));
    }

    /** How the sheet differs from all that this job has had under the same options. */
    private Optional<String> otherShape() {
        List<SheetShape> known =
                isShapeKept()
                        ? ledger.shapes().known(reading()).stream().map(SheetShape::parse).toList()
                        : List.of();
        return known.isEmpty() || known.stream().anyMatch(shape::isLike)
                ? Optional.empty()
                : Optional.of(
                        "the sheet has another shape than before: "
                                + shape.changeFrom(known.get(known.size() - 1)));
    }

    /** A newer run of the job has settled: this one names nothing (rule 5). */
    private void overtaken(SheetPlan plan) {
        Settlement settlement = ledger.settlement(context.book());
        settlement.overtaken(
                run, settle(plan, settlement.draft(), StockDiff.Builder.ofTotals()).named());
    }

    @Override
    public void close() {
        memory.close();
    }

    private CheckedSheet read() throws IOException {
        Path copy = context.folder().sheet(run.file());
        if (!Files.exists(copy)) {
            throw new UnusableSheetException(
                    "the copy of %s is gone from the data folder".formatted(run.sheetName()));
        }
        memory.take(Files.size(copy), context.stop());
        try {
            CheckedSheet read = CheckedSheet.read(copy, options.sheet(), context.caller()::onRows);
            if (options.brake().isPresent()) {
                stopAtAGuess(read);
            }
            return read;
        } catch (UnusableSheetException e) {
            // People know the file by its own name, not by that of our copy.
            throw e.renamed(run.sheetName());
        }
    }

    /** Refuses a sheet with a guessed encoding if nobody watches: its text may be wrong. */
    private void stopAtAGuess(CheckedSheet read) {
        read.warnings().stream()
                .filter(warning -> warning.code() == ProblemCode.FILE_ENCODING)
                .findFirst()
                .ifPresent(
                        guess -> {
                            throw new UnusableSheetException(
                                    "%s is not imported unattended. %s, with encoding: in the job"
                                            .formatted(run.sheetName(), guess.message()));
                        });
    }
}
