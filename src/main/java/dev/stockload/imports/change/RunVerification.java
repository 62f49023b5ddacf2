package dev.stockload.imports.change;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.AccountRuns;
import dev.stockload.book.Book;
import dev.stockload.book.Requests.Request;
import dev.stockload.book.SentColour;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.Stock;
import dev.stockload.compare.ProductProgress;
import dev.stockload.compare.SizeDifference;
import dev.stockload.compare.SizeDifference.Verdict;
import dev.stockload.imports.report.RunFiles;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Merchant;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.ColourState;
import dev.stockload.runs.RetentionTimes;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.service.Merchants;
import dev.stockload.service.RetryingClient;
import dev.stockload.sheet.TableFile;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads back the service's stock of a run's products and compares it with what was sent. */
public final class RunVerification {
    /** How many differences a result shows. */
    private static final int SHOWN = 20;

    private static final List<String> HEADER =
            List.of(
                    "Product ID",
                    "Colour",
                    "Size",
                    "Result",
                    "Sent stock",
                    "Found stock",
                    "Sent barcode",
                    "Found barcode");

    private final Ledger ledger;
    private final Path data;
    private final Merchants merchants;
    private final Time time;
    private final StopSignal stop;
    private final RunListener listener;

    /**
     * The result of a verification.
     *
     * @param products how many products were looked at
     * @param ofProducts how many products the run has sent, or have missing sizes
     * @param newer colours left out because a later run has sent newer stock for them
     * @param first the first differences
     * @param file all lines, as CSV
     */
    public record Result(
            Run run,
            int products,
            int ofProducts,
            int newer,
            Map<Verdict, Integer> counts,
            List<SizeDifference> first,
            Path file) {
        public int count(Verdict verdict) {
            return counts.getOrDefault(verdict, 0);
        }

        /** Whether the service has what was sent, and nothing else. */
        public boolean isEqual() {
            return unequal() == 0;
        }

        public int unequal() {
            return counts.values().stream().mapToInt(n -> n).sum()
                    - count(Verdict.EQUAL)
                    - count(Verdict.NOT_IN_SHEET);
        }
    }

    public RunVerification(
            ProcessContext process, Merchants merchants, StopSignal stop, RunListener listener) {
        this.ledger = process.ledger();
        this.data = process.data();
        this.merchants = merchants;
        this.time = process.time();
        this.stop = stop;
        this.listener = listener;
    }

    /** Checks all products of a run, or a random sample. */
    public Result verify(Run run, OptionalInt sample, ProductProgress progress) throws IOException {
        return verify(run, sample, new Random(), SHOWN, progress);
    }

    /**
     * Checks all products of a run, or a random sample.
     *
     * @param keep how many differences the result has at most
     */
    public Result verify(
            Run run, OptionalInt sample, Random chance, int keep, ProductProgress progress)
            throws IOException {
        SortedMap<Integer, Map<ProductEntry.Place, Stock>> sent = sent(run);
        if (sent.isEmpty() && run.tally().colours(ColourState.SENT) > 0) {
            throw new UnusableSheetException(
                    "Run %s can no longer be compared: what a run has sent is kept for %d days. Import its sheet with --again, or verify a later run"
                            .formatted(run.id(), RetentionTimes.COLOURS.toDays()));
        }
        AccountRuns runs = ledger.book().runs(run.account());
        if (run.tally().missing().sizes() > 0) {
            withMissingSizes(run, runs).forEach(product -> sent.putIfAbsent(product, Map.of()));
        }
        List<Integer> products = chosen(sent.keySet(), sample, chance);
        Path file = fileOf(run, data);
        Count count = new Count(keep);
        try (Merchant merchant = merchants.open(run.account())) {
            RetryingClient service = new RetryingClient(merchant, time, stop, listener);
            TableFile.write(
                    file,
                    HEADER,
                    target -> {
                        int done = 0;
                        for (int product : products) {
                            progress.at(done++, products.size());
                            ProductEntry entry =
                                    ledger.book()
                                            .products(run.account(), List.of(product), runs)
                                            .get(product)
                                            .product();
                            StockComparison compared =
                                    StockComparison.of(
                                            run, entry, sent.get(product), service.stock(product));
                            count.newer += compared.newer();
                            for (SizeDifference line : compared.lines()) {
                                count.add(line);
                                target.row(cells(line));
                            }
                        }
                    });
        } catch (RunStoppedException e) {
            throw new RunFailedException(
                    "The verification of run %s was stopped; the same command starts it again"
                            .formatted(run.id()),
                    e);
        }
        return new Result(
                run, products.size(), sent.size(), count.newer, count.counts, count.first, file);
    }

    private static Path fileOf(Run run, Path data) {
        return RunFolder.of(data, run.id()).path().resolve(RunFiles.VERIFY);
    }

    private static List<Integer> chosen(Set<Integer> all, OptionalInt sample, Random chance) {
        List<Integer> products = new ArrayList<>(all);
        if (sample.isEmpty() || sample.getAsInt() >= products.size()) {
            return products;
        }
        Collections.shuffle(products, chance);
        return products.subList(0, sample.getAsInt()).stream().sorted().toList();
    }

    /** The products with sizes in stock that are missing from the run's sheet. */
    private List<Integer> withMissingSizes(Run run, AccountRuns runs) {
        List<Integer> products = new ArrayList<>();
        Iterator<Book.Page> pages = ledger.book().all(run.account(), runs);
        while (pages.hasNext()) {
            ProductEntry product = pages.next().product();
            boolean missing =
                    product.sizes()
                            .anyMatch(
                                    size ->
                                            size.isOf(run.job())
                                                    && size.run() < run.number()
                                                    && size.known().isInStock());
            if (missing) {
                products.add(product.id());
            }
        }
        return products;
    }

    /** What a run sent last for each size, by product. */
    private SortedMap<Integer, Map<ProductEntry.Place, Stock>> sent(Run run) {
        SortedMap<Integer, Map<ProductEntry.Place, Stock>> sent = new TreeMap<>();
        for (Request request : ledger.requests().carried(run.id())) {
            for (SentColour colour : request.colours()) {
                if (colour.fate().hasArrived()) {
                    Map<ProductEntry.Place, Stock> sizes =
                            sent.computeIfAbsent(colour.product(), id -> new HashMap<>());
                    colour.sent()
                            .values()
                            .forEach(
                                    (size, stock) ->
                                            sizes.put(
                                                    new ProductEntry.Place(colour.key(), size),
                                                    stock));
                }
            }
        }
        return sent;
    }

    private static List<Object> cells(SizeDifference line) {
        List<Object> cells = new ArrayList<>();
        cells.add(line.product());
        cells.add(line.colour());
        cells.add(line.size());
        cells.add(line.verdict().toString());
        cells.add(line.sentStock());
        cells.add(line.foundStock());
        cells.add(line.sentBarcode());
        cells.add(line.foundBarcode());
        return cells;
    }

    private static final class Count {
        private final int keep;
        private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        private final List<SizeDifference> first = new ArrayList<>();
        private int newer;

        Count(int keep) {
            this.keep = keep;
        }

        void add(SizeDifference line) {
            counts.merge(line.verdict(), 1, Integer::sum);
            boolean equal =
                    line.verdict() == Verdict.EQUAL || line.verdict() == Verdict.NOT_IN_SHEET;
            if (!equal && first.size() < keep) {
                first.add(line);
            }
        }
    }
}
