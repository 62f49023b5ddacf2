package dev.stockload.imports.change;

import static dev.stockload.stock.ColourState.READY;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Book;
import dev.stockload.book.RowsProblem;
import dev.stockload.book.RunColour;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SendRules;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.StockState;
import dev.stockload.check.CheckedSheet;
import dev.stockload.imports.enter.RunOfOrder;
import dev.stockload.imports.enter.UndoneRun;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.read.SettledSheet;
import dev.stockload.imports.read.SheetPlan;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.run.ShownStock;
import dev.stockload.imports.run.ShownStock.Told;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.StockEntry;
import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.process.Sha256;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener.ProductProgress;
import dev.stockload.service.RetryingClient;
import dev.stockload.service.StockListReader;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.stock.Count;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import org.apache.commons.collections4.ListUtils;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds out what an import would change, without sending anything. */
public final class Previews {
    private static final int PART = 300;

    /**
     * What an import would change, and what was found by reading its sheet and asking the service.
     *
     * @param warning what else people should know of it, in sentences
     * @param objection why the brake would stop it
     * @param alreadyImported the run that has imported the same file, if nothing would be sent,
     *     with a note if it was undone
     * @param rejected how many rows are rejected or held
     */
    public record ImportPreview(
            StockDiff diff,
            Optional<String> warning,
            Optional<String> objection,
            Optional<String> alreadyImported,
            int rejected,
            Iterable<Problem> problems,
            List<Problem> warnings) {}

    private final ProcessContext process;
    private final Ledger ledger;
    private final Caller caller;

    public Previews(ProcessContext process, Caller caller) {
        this.process = process;
        this.ledger = process.ledger();
        this.caller = caller;
    }

    /** {@code fresh} reads the stock of all products from the service. */
    public ImportPreview ofOrder(ImportOrder order, boolean fresh, ProductProgress progress)
            throws IOException {
        order.expectReadable();
        String content = Sha256.of(order.file());
        RunOfOrder runs = new RunOfOrder(process);
        Optional<String> alreadyImported =
                runs.finished(order, content).map(run -> UndoneRun.name(ledger, run));
        Run newest = runs.begun(order, content);
        CheckedSheet sheet =
                CheckedSheet.read(order.file(), RunOptions.of(newest).sheet(), caller::onRows);
        return ofSheet(newest, sheet, fresh, progress, alreadyImported);
    }

    private ImportPreview ofSheet(
            Run run,
            CheckedSheet sheet,
            boolean fresh,
            ProductProgress progress,
            Optional<String> alreadyImported) {
        try (RetryingClient service = new RetryingClient(process, run.account(), caller)) {
            Draft draft = new Draft(run, sheet, service);
            SettledSheet settled = draft.compare(fresh, progress);
            StockDiff.Base base =
                    fresh
                            ? StockDiff.Base.ofService(process.time().instant())
                            : known(run.account(), !draft.hasReadAll());
            return new ImportPreview(
                    settled.diff(base),
                    warning(settled, run.account()),
                    Optional.of(String.join("; and ", settled.objections()))
                            .filter(all -> !all.isEmpty()),
                    alreadyImported,
                    settled.tally().rowsToCorrect(),
                    RowsProblem.merged(
                            sheet.problems(), settled.named().problems(), sheet.sheets()),
                    sheet.warnings());
        }
    }

    private Optional<String> warning(SettledSheet settled, String account) {
        Stream<String> ofSheet =
                settled.named().warnings().stream()
                        .filter(each -> each.code() != ProblemCode.PRODUCT_STOCKED)
                        .map(RowsProblem::sentence);
        return Stream.concat(ofSheet, inDoubt(account).stream())
                .reduce((one, other) -> one + ". " + other);
    }

    private Optional<String> inDoubt(String account) {
        int colours = ledger.requests().open(account).stream().mapToInt(r -> r.open().size()).sum();
        return colours == 0
                ? Optional.empty()
                : Optional.of(
                        "Whether %s of earlier requests arrived is not known yet: an import first finds out, and may then change more or less than this"
                                .formatted(Count.of(colours, "colour")));
    }

    /** A sheet that is settled without keeping anything, and what was read for that. */
    private final class Draft implements SheetPlan.Look {
        private final RetryingClient service;
        private final SheetPlan plan;
        private final Book book;

        /** What the service showed of products that only a look made clear. */
        private final Map<Integer, List<StockEntry>> looked = new HashMap<>();

        private final Set<Integer> read = new HashSet<>();

        Draft(Run run, CheckedSheet sheet, RetryingClient service) {
            this.service = service;
            this.book = ledger.book(run.account());
            Predicate<SizeEntry> wasZero = StoreVerification.checked(ledger, run.account());
            this.plan = new SheetPlan(ledger, run, service, wasZero, sheet);
            plan.readStock(this);
            for (Set<Integer> unclear = unclear(); !unclear.isEmpty(); unclear = unclear()) {
                plan.readStock(unclear, this);
            }
        }

        @Override
        public Map<Integer, Told> at(Collection<ProductEntry> products, Book facts) {
            Map<Integer, Told> told = new TreeMap<>();
            for (ProductEntry product : products) {
                int id = product.id();
                looked.put(id, service.stock(id));
                told.put(id, ShownStock.record(product, looked.get(id), book).told());
            }
            read.addAll(told.keySet());
            return told;
        }

        private Set<Integer> unclear() {
            return settle(StockDiff.Builder.ofTotals(), product -> {}).unclear();
        }

        /** {@code other} receives what was not looked at before. */
        private SettledSheet settle(StockDiff.Builder diff, Consumer<ProductEntry> other) {
            return plan.settle(
                    ledger.settlement(book).draft(),
                    diff,
                    product -> {
                        caller.stop().check();
                        if (looked.containsKey(product.id())) {
                            ShownStock.record(product, looked.get(product.id()), book);
                        } else {
                            other.accept(product);
                        }
                    });
        }

        /** Compares with the service what is not known; all products of the sheet if fresh. */
        SettledSheet compare(boolean fresh, ProductProgress progress) {
            StockListReader lists = new StockListReader(service);
            Set<Integer> products = plan.products();
            int before = read.size();
            return settle(
                    new StockDiff.Builder(plan.catalogue()::item),
                    product -> {
                        int id = product.id();
                        if (products.contains(id) && (fresh || !isKnown(product))) {
                            progress.at(read.size() - before, products.size());
                            read.add(id);
                            boolean isEmpty = lists.withoutStock().contains(id);
                            ShownStock.record(
                                    product, isEmpty ? List.of() : service.stock(id), book);
                        }
                    });
        }

        private static boolean isKnown(ProductEntry product) {
            List<StockState> sizes = product.sizes().map(SizeEntry::stock).toList();
            return !sizes.isEmpty()
                    && sizes.stream().allMatch(size -> size.known().isKnown() && !size.isInDoubt());
        }

        boolean hasReadAll() {
            return read.containsAll(plan.products());
        }
    }

    /** What a waiting run would change: by its sheet until it has named, then by the book. */
    public StockDiff ofRun(Run run) {
        return run.isNamed() || !run.hasSheet() ? ofBook(run) : ofSheet(run);
    }

    private StockDiff ofSheet(Run run) {
        Path copy = RunFolder.of(process.data(), run.id()).sheet(run.file());
        try {
            SheetOptions options = RunOptions.of(run).sheet();
            CheckedSheet sheet = CheckedSheet.read(copy, options, caller::onRows);
            return ofSheet(run, sheet, false, (product, products) -> {}, Optional.empty()).diff();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private StockDiff ofBook(Run run) {
        Book book = ledger.book(run.account());
        StockDiff.Builder diff = new StockDiff.Builder(product -> "");
        List<RunColour> ready = ledger.colours().in(run.id(), READY);
        for (List<RunColour> part : ListUtils.partition(ready, PART)) {
            SortedMap<Integer, ProductEntry> products =
                    book.products(part.stream().map(RunColour::product).toList());
            part.forEach(each -> add(each, products.get(each.product()), run, book, diff));
        }
        return diff.build(known(run.account(), true), run.tally().missing().sizes(), 0);
    }

    private static void add(
            RunColour colour, ProductEntry product, Run run, Book book, StockDiff.Builder diff) {
        ColourEntry entry = product.colours().get(colour.key());
        SortedMap<Size, Stock> values = new SendRules(run.view(), book).toSend(entry);
        if (!values.isEmpty()) {
            diff.sent(entry, colour.name(), values, size -> null);
        }
    }

    private StockDiff.Base known(String account, boolean isAny) {
        Optional<Instant> last = ledger.requests().lastAnswer(account).filter(at -> isAny);
        return StockDiff.Base.ofLedger(last.orElse(null));
    }
}
