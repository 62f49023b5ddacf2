package dev.stockload.imports;

import static dev.stockload.ledger.ColourState.HELD;
import static dev.stockload.ledger.ColourState.LEFT_OUT;
import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.REJECTED;
import static dev.stockload.ledger.ColourState.UNCHANGED;

import dev.stockload.check.CheckedSheet;
import dev.stockload.compare.DiffOfRun;
import dev.stockload.compare.ProductProgress;
import dev.stockload.compare.StockBase;
import dev.stockload.compare.StockDiff;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunEnd;
import dev.stockload.ledger.RunIdentity;
import dev.stockload.ledger.RunInput;
import dev.stockload.ledger.RunProgress;
import dev.stockload.ledger.StagedColour;
import dev.stockload.ledger.Staging;
import dev.stockload.merchant.Merchant;
import dev.stockload.runs.Merchants;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RetryingClient;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.sheet.HeaderField;
import dev.stockload.stock.Count;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows what an import would change, without sending anything. */
public final class Diffs {
    private final ProcessContext process;
    private final Ledger ledger;
    private final Merchants merchants;
    private final StopSignal stop;
    private final RunListener listener;

    /**
     * What an import would do.
     *
     * @param rows how many rows were read, and how many of them are rejected or held
     * @param warning what left the sheet, and that the ledger is a copy, in sentences
     * @param objection why the brake would keep it from being sent
     * @param alreadyImported the run that has imported the same file, where it would not be sent,
     *     and that it was undone since
     */
    public record Result(
            StockDiff diff,
            Rows rows,
            Optional<String> warning,
            Optional<String> objection,
            Optional<String> alreadyImported) {}

    /** The rows of the sheet. */
    public record Rows(int read, int rejected, int held) {
        public boolean areGood() {
            return rejected + held == 0;
        }
    }

    public Diffs(
            ProcessContext process, Merchants merchants, StopSignal stop, RunListener listener) {
        this.process = process;
        this.ledger = process.ledger();
        this.merchants = merchants;
        this.stop = stop;
        this.listener = listener;
    }

    /**
     * What an order would change.
     *
     * @param fresh whether to read from the service what is there, of all products
     */
    public Result of(ImportOrder order, boolean fresh, ProductProgress progress)
            throws IOException {
        CheckedSheet sheet =
                CheckedSheet.read(
                        order.file(),
                        order.options().sheet(),
                        rows -> {
                            stop.check();
                            listener.reads(rows);
                        });
        String content = RunFolder.hash(order.file());
        Run run = draft(order, content);
        try (Merchant merchant = merchants.open(order.account())) {
            RetryingClient service = new RetryingClient(merchant, process.time(), stop, listener);
            List<StagedColour> colours = StageStep.staged(sheet.colours());
            ProductListCache lists = new ProductListCache(ledger, service, process.time());
            ProductCatalogue catalogue = lists.catalogue(lists.newest(), colours);
            Map<HeaderField, String> columns = sheet.header().columnNames();
            SettleStep step =
                    new SettleStep(
                            ledger,
                            run,
                            service,
                            new SettleStep.SheetFindings(
                                    catalogue,
                                    columns,
                                    UnreadableRows.in(sheet.problems(), columns)));
            Staging.Settled settled = step.settle(colours, StageStep.tally(sheet));
            StockBase stock =
                    new StockBase(ledger, order.account(), service, fresh, step.corrections());
            StockDiff diff =
                    DiffOfRun.of(
                            settled.ordered(),
                            settled.tally().missing().sizes(),
                            stock,
                            base(order.account(), fresh),
                            catalogue::item,
                            progress);
            return new Result(
                    diff,
                    new Rows(
                            settled.tally().rows(),
                            settled.tally().rows(REJECTED),
                            settled.tally().rows(HELD)),
                    Stream.of(
                                    step.missing().sentence(),
                                    step.missing().inRanges().sentence(),
                                    restored(fresh ? 0 : stock.unsureProducts()))
                            .flatMap(Optional::stream)
                            .reduce((one, other) -> one + ". " + other),
                    order.options()
                            .brake()
                            .flatMap(
                                    brake ->
                                            brake.objection(
                                                    settled.tally(),
                                                    ledger.runs()
                                                            .lastFinished(
                                                                    order.account(), order.job()),
                                                    step.missing())),
                    alreadyImported(order, content));
        }
    }

    private static Optional<String> restored(int products) {
        return products == 0
                ? Optional.empty()
                : Optional.of(
                        "The ledger was restored from a backup: %s read from the service, since more may have been sent after it was made"
                                .formatted(Count.were(products, "product")));
    }

    /** What an order would change, in short, and all of it in a file where that is asked for. */
    public DiffSummary show(DiffOrder order, ProductProgress progress) throws IOException {
        Result result = of(order.order(), order.fresh(), progress);
        Path file = null;
        if (order.whole()) {
            file = Files.createTempFile(Files.createDirectories(process.data()), "diff-", ".json");
            try (Writer out = Files.newBufferedWriter(file)) {
                result.diff().write(out);
            }
        }
        return DiffSummary.of(result, file);
    }

    /** What a run that is settled and waits would change, by what the ledger knows. */
    public StockDiff of(Run run) {
        return of(process, run);
    }

    public static StockDiff of(ProcessContext process, Run run) {
        Ledger ledger = process.ledger();
        List<LedgerColour> ready = ledger.colours().in(run.id(), READY);
        Set<Integer> superseded =
                NewestSheet.superseded(process, run, ready).stream()
                        .map(LedgerColour::position)
                        .collect(Collectors.toSet());
        List<LedgerColour> colours = new ArrayList<>();
        ready.forEach(c -> colours.add(superseded.contains(c.position()) ? c.in(LEFT_OUT) : c));
        colours.addAll(ledger.colours().in(run.id(), UNCHANGED));
        colours.addAll(ledger.colours().in(run.id(), LEFT_OUT));
        return DiffOfRun.of(
                colours,
                run.tally().missing().sizes(),
                new StockBase(
                        ledger, run.account(), null, false, AcknowledgedStock.Corrections.NONE),
                known(ledger, run.account()),
                items(ledger, run.account()),
                (product, products) -> {});
    }

    /** The item numbers of the products as they were listed last. */
    private static IntFunction<String> items(Ledger ledger, String account) {
        Map<Integer, String> items = new HashMap<>();
        ledger.productLists()
                .find(account)
                .ifPresent(list -> list.products().forEach(p -> items.put(p.id(), p.item())));
        return product -> items.getOrDefault(product, "");
    }

    private static StockDiff.Base known(Ledger ledger, String account) {
        return new StockDiff.Base(
                StockDiff.Base.LEDGER, ledger.acknowledged().newest(account).orElse(null));
    }

    private StockDiff.Base base(String account, boolean fresh) {
        return fresh
                ? new StockDiff.Base(StockDiff.Base.SERVICE, process.time().instant())
                : known(ledger, account);
    }

    private Optional<String> alreadyImported(ImportOrder order, String content) {
        return ledger.runs()
                .newest(order.account(), order.job())
                .filter(run -> !run.isUnfinished() && !order.again())
                .filter(run -> run.content().equals(content) && !run.isUnusable())
                .filter(run -> !ledger.restored().isOfCopy(run))
                .filter(run -> !OptionsDifference.leaveOut(run, order))
                .map(run -> EarlierImport.PLAIN.undoneSince(ledger, run).run(run.id()));
    }

    /** The run that the order would become, newer than all. */
    private Run draft(ImportOrder order, String content) {
        RunOptions options = RunOptions.of(order.options(), false);
        return new Run(
                new RunIdentity("diff", order.job(), order.account(), content, 1),
                Long.MAX_VALUE,
                RunInput.unread(
                        order.file().toString(), options.write(), order.options().send().key()),
                RunProgress.begun(process.time().instant(), process.owner()),
                RunEnd.OPEN);
    }
}
