package dev.stockload.imports;

import dev.stockload.check.CheckedColour;
import dev.stockload.check.CheckedSheet;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.StagedColour;
import dev.stockload.ledger.Staging;
import dev.stockload.ledger.Tally;
import dev.stockload.runs.RetryingClient;
import dev.stockload.sheet.HeaderField;
import dev.stockload.sheet.UnusableSheetException;
import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * What a run does before it sends: stage brings the sheet into the ledger, settle its colours into
 * sending order. What can begin early does: each is done beside what comes before it.
 */
final class StageStep implements Preparation {
    private final RunContext context;
    private final Run run;
    private final RunOptions options;
    private final ClearStep clearing;
    private final Ledger ledger;
    private final RetryingClient service;
    private final ProductListCache productLists;
    private final SheetMemoryLimit.Share memory = SheetMemoryLimit.ofThisProcess().share();
    private CompletableFuture<CheckedSheet> sheet;
    private CompletableFuture<ProductListCache.Listing> products;
    private CompletableFuture<Settling> settled;

    /**
     * What settling came to.
     *
     * @param corrections what was found out about what had been acknowledged
     */
    record Settling(
            Staging.Settled settled,
            MissingSizes missing,
            AcknowledgedStock.Corrections corrections) {}

    /** What goes into the ledger of a sheet, which itself is not needed any more. */
    private record StagedSheet(
            List<StagedColour> colours,
            Tally tally,
            Map<HeaderField, String> columns,
            Staging.Found found) {}

    StageStep(RunContext context, RunOptions options, ClearStep clearing) {
        this.context = context;
        this.run = context.run();
        this.options = options;
        this.clearing = clearing;
        this.ledger = context.ledger();
        this.service = context.service();
        this.productLists = new ProductListCache(ledger, service, context.time());
    }

    /** Begins to read, while Spring Batch gets ready. */
    @Override
    public void begin() {
        sheet = beside(this::read);
        products = beside(productLists::newest);
    }

    @Override
    public void stage() throws IOException {
        StagedSheet read = staged(result(sheet));
        sheet = null;
        read.found().warnings().stream()
                .filter(Problem::isOfFile)
                .map(Problem::message)
                .forEach(context.listener()::notice);
        Optional<String> obstacle = UnreadableRows.in(read.found().problems(), read.columns());
        clearAccount();
        settled = beside(() -> settling(read.colours(), read.tally(), read.columns(), obstacle));
        ledger.staging()
                .stage(
                        run,
                        read.colours(),
                        read.found(),
                        RunOptions.write(read.columns()),
                        read.tally());
    }

    /** Settles the run; empty where an earlier version has, and was stopped by the brake. */
    @Override
    public Optional<Settling> settle() throws IOException {
        Optional<Tally> staged = ledger.staging().tally(run.id());
        if (staged.isEmpty()) {
            return Optional.empty();
        }
        Settling settling = settled != null ? result(settled) : settleAgain(staged.get());
        settled = null;
        ledger.staging().settle(run, settling.settled());
        settling.settled().warnings().forEach(each -> context.listener().notice(each.said()));
        end();
        return Optional.of(settling);
    }

    @Override
    public void end() {
        memory.close();
    }

    /** What earlier runs have brought is known before what is missing is. */
    private void clearAccount() {
        if (options.missing() != MissingMode.KEEP) {
            clearing.clearAccount();
        }
    }

    private Settling settleAgain(Tally staged) throws IOException {
        clearAccount();
        Map<HeaderField, String> columns = RunOptions.readColumns(context.current().columns());
        return settling(
                ledger.staging().colours(run.id()),
                staged,
                columns,
                UnreadableRows.in(ledger.problems().inOrder(run.id()), columns));
    }

    private CheckedSheet read() throws IOException {
        Path copy = context.folder().sheet(run.file());
        if (!Files.exists(copy)) {
            throw new UnusableSheetException(
                    "the copy of %s is gone from the data folder".formatted(run.sheetName()));
        }
        memory.take(Files.size(copy), context.stop());
        try {
            CheckedSheet read =
                    CheckedSheet.read(
                            copy,
                            options.sheet(),
                            rows -> {
                                context.stop().check();
                                context.listener().reads(rows);
                            });
            if (options.brake() != null) {
                stopAtAGuess(read);
            }
            return read;
        } catch (UnusableSheetException e) {
            // People know the file by its own name, not by that of our copy.
            throw new UnusableSheetException(
                    e.getMessage().replace(copy.toString(), run.sheetName()), e);
        }
    }

    /** Where nobody watches, words that may be others are not sent. */
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

    private Settling settling(
            Iterable<StagedColour> colours,
            Tally tally,
            Map<HeaderField, String> columns,
            Optional<String> obstacle)
            throws IOException {
        ProductCatalogue catalogue =
                productLists.catalogue(
                        products == null ? productLists.newest() : result(products), colours);
        SettleStep step =
                new SettleStep(
                        ledger,
                        run,
                        service,
                        new SettleStep.SheetFindings(catalogue, columns, obstacle));
        return new Settling(step.settle(colours, tally), step.missing(), step.corrections());
    }

    static Tally tally(CheckedSheet sheet) {
        return Tally.NONE
                .plus(
                        ColourState.READY,
                        sheet.colourCount(CheckedColour.State.READY),
                        sheet.accepted())
                .plus(
                        ColourState.REJECTED,
                        sheet.colourCount(CheckedColour.State.REJECTED),
                        sheet.rejected())
                .plus(ColourState.HELD, sheet.colourCount(CheckedColour.State.HELD), sheet.held());
    }

    private StagedSheet staged(CheckedSheet sheet) throws IOException {
        return new StagedSheet(
                stagedColours(sheet),
                tally(sheet),
                sheet.header().columnNames(),
                new Staging.Found(sheet.problems(), sheet.warnings(), sheet.sheets()));
    }

    /** Half of them by another thread: nothing else can be done before they are there. */
    private List<StagedColour> stagedColours(CheckedSheet sheet) throws IOException {
        int count = sheet.colourCount();
        CompletableFuture<List<StagedColour>> rest =
                beside(() -> staged(sheet.colours(count / 2, count)));
        List<StagedColour> all = staged(sheet.colours(0, count / 2));
        all.addAll(result(rest));
        return all;
    }

    static List<StagedColour> staged(Iterable<CheckedColour> colours) {
        List<StagedColour> staged = new ArrayList<>();
        colours.forEach(colour -> staged.add(staged(colour)));
        return staged;
    }

    private static StagedColour staged(CheckedColour colour) {
        return new StagedColour(
                ColourState.valueOf(colour.state().name()),
                colour.product(),
                colour.name(),
                colour.sizes(),
                colour.rows());
    }

    private <T> CompletableFuture<T> beside(Callable<T> work) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return work.call();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                context.time().executor());
    }

    private static <T> T result(CompletableFuture<T> work) throws IOException {
        try {
            return work.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof IOException fault) {
                throw fault;
            }
            throw e.getCause() instanceof RuntimeException fault ? fault : e;
        }
    }
}
