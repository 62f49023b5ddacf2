package dev.stockload.imports.change;

import static dev.stockload.sheet.TableFile.Column.column;

import com.fasterxml.jackson.annotation.JsonIgnore;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Book;
import dev.stockload.book.SentSizes;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.Undoing;
import dev.stockload.imports.change.SizeDifference.Verdict;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.read.ShownStock;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ProductProgress;
import dev.stockload.runs.RetentionTimes;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.service.RetryingClient;
import dev.stockload.service.StockListReader;
import dev.stockload.sheet.TableFile;
import dev.stockload.sheet.TableFile.Column;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Reads back the service's stock of a run's products and compares it with what was sent. */
public record RunVerification(ProcessContext process, Caller caller) {
    private static final int SHOWN = 20;

    private static final List<Column<SizeDifference>> COLUMNS =
            List.of(
                    column("Product ID", SizeDifference::product),
                    column("Colour", SizeDifference::colour),
                    column("Size", SizeDifference::size),
                    column("Result", line -> line.verdict().toString()),
                    column("Sent stock", SizeDifference::sentStock),
                    column("Found stock", SizeDifference::foundStock),
                    column("Sent barcode", SizeDifference::sentBarcode),
                    column("Found barcode", SizeDifference::foundBarcode));

    /**
     * What the service shows of a run, in short.
     *
     * @param products how many products were looked at
     * @param ofProducts how many products the run has sent, or have missing sizes
     * @param newer colours left out because a later run has sent newer stock for them
     * @param inDoubt the colours of which it is not known whether they arrived
     */
    public record Result(
            String run,
            int products,
            int ofProducts,
            int newer,
            int inDoubt,
            Map<Verdict, Integer> sizes,
            List<SizeDifference> first,
            String file) {
        public int count(Verdict verdict) {
            return sizes.get(verdict);
        }

        /** Whether the service has all that was sent, and nothing else. */
        @JsonIgnore
        public boolean isEqual() {
            return unequal() + inDoubt == 0;
        }

        public int unequal() {
            return count(Verdict.MISSING)
                    + count(Verdict.DIFFERENT)
                    + count(Verdict.EXTRA)
                    + count(Verdict.NOT_LISTED);
        }
    }

    /** {@code result} is empty if the service could not be read, as {@code failure} says. */
    public record AtEnd(Optional<Result> result, String failure) {}

    /** Verifies a run if it is finished and its job asks for that. */
    public Optional<AtEnd> atEnd(Run run) {
        VerifyMode mode = RunOptions.read(run.options()).verify();
        if (run.state() != RunState.COMPLETED
                || mode == VerifyMode.NONE
                || mode == VerifyMode.STORE) {
            return Optional.empty();
        }
        caller.listener().notice("Reading back what was sent");
        try {
            Result result = verify(run, mode.sample(), (done, all) -> {});
            return Optional.of(new AtEnd(Optional.of(result), null));
        } catch (IOException | RunFailedException e) {
            // Everything was sent: that somebody has to verify again is no failure of the run.
            return Optional.of(new AtEnd(Optional.empty(), e.getMessage()));
        }
    }

    public Result verify(Run run, OptionalInt sample, ProductProgress progress) throws IOException {
        SentSizes sent =
                process.ledger().requests().sizes(run.id(), each -> each.fate().hasArrived());
        if (sent.isEmpty() && run.tally().colours(ColourState.SENT) > 0) {
            throw new UnusableSheetException(
                    "Run %s can no longer be compared: what a run has sent is kept for %d days. Import its sheet with --again, or verify a later run"
                            .formatted(run.id(), RetentionTimes.COLOURS.toDays()));
        }
        Book book = process.ledger().book(run.account());
        Set<Integer> all = sent.products();
        if (run.tally().missing().sizes() > 0) {
            all.addAll(withMissingSizes(run, book));
        }
        List<Integer> products = chosen(all, sample);
        Path file = RunFolder.of(process.data(), run.id()).path().resolve(RunFolder.VERIFY);
        Comparison comparison = new Comparison(run, book);
        try (RetryingClient service = new RetryingClient(process, run.account(), caller)) {
            TableFile.write(
                    file,
                    Column.headings(COLUMNS),
                    target -> {
                        int done = 0;
                        StockListReader lists = new StockListReader(service);
                        for (int product : products) {
                            progress.at(done++, products.size());
                            ProductEntry entry = book.product(product);
                            for (SizeDifference line :
                                    comparison.lines(
                                            entry,
                                            sent.of(product),
                                            stock(product, lists, service))) {
                                target.row(Column.cells(COLUMNS, line));
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
                run.id(),
                products.size(),
                all.size(),
                comparison.newer,
                run.tally().colours(ColourState.IN_DOUBT),
                comparison.counts,
                comparison.first,
                file.toString());
    }

    /** The stock of a product; empty if the merchant's product list lacks the product. */
    private static Optional<List<StockEntry>> stock(
            int product, StockListReader lists, RetryingClient service) {
        Optional<List<StockEntry>> shown = lists.of(product);
        return shown.isPresent() || !lists.isListed(product)
                ? shown
                : Optional.of(service.stock(product));
    }

    private static List<Integer> chosen(Set<Integer> all, OptionalInt sample) {
        List<Integer> products = new ArrayList<>(all);
        if (sample.isEmpty() || sample.getAsInt() >= products.size()) {
            return products;
        }
        Collections.shuffle(products);
        return products.subList(0, sample.getAsInt()).stream().sorted().toList();
    }

    /** The products with sizes in stock that are missing from the run's sheet. */
    private static List<Integer> withMissingSizes(Run run, Book book) {
        return book.all()
                .filter(product -> product.sizes().anyMatch(size -> isMissing(size, run)))
                .map(ProductEntry::id)
                .toList();
    }

    private static boolean isMissing(SizeEntry size, Run run) {
        return size.isOf(run.job()) && size.run() < run.number() && size.known().isInStock();
    }

    /** Compares what the service shows with what a run has sent, product by product. */
    private static final class Comparison {
        private final Run run;
        private final Book book;
        private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        private final List<SizeDifference> first = new ArrayList<>();
        private int newer;

        Comparison(Run run, Book book) {
            this.run = run;
            this.book = book;
            List.of(Verdict.values()).forEach(verdict -> counts.put(verdict, 0));
        }

        List<SizeDifference> lines(
                ProductEntry product,
                Map<ProductEntry.Place, Undoing.Done> sent,
                Optional<List<StockEntry>> shown) {
            List<StockEntry> entries = shown.orElse(List.of());
            ShownStock.look(product, entries, book);
            List<SizeDifference> lines = new ArrayList<>();
            product.colours().forEach((key, colour) -> add(product.id(), key, colour, sent, lines));
            Set<String> seen = new TreeSet<>();
            for (StockEntry entry : entries) {
                // A size in a format of the service's own.
                if (Size.parse(entry.size()).isEmpty()
                        && seen.add(entry.color() + " / " + entry.size())) {
                    lines.add(
                            SizeDifference.of(
                                    Verdict.EXTRA,
                                    product.id(),
                                    entry.color(),
                                    entry.size(),
                                    null,
                                    new Stock(entry.stock(), entry.barCode())));
                }
            }
            if (shown.isEmpty()) {
                lines.replaceAll(SizeDifference::notListed);
            }
            lines.forEach(this::count);
            return lines;
        }

        private void add(
                int product,
                String key,
                ColourEntry colour,
                Map<ProductEntry.Place, Undoing.Done> sent,
                List<SizeDifference> lines) {
            // A sheet imported by hand says nothing about colours it does not have.
            boolean says =
                    !run.job().equals(RunView.BY_HAND)
                            || sent.keySet().stream().anyMatch(each -> each.colour().equals(key));
            boolean isNewer = false;
            for (Map.Entry<Size, SizeEntry> each : colour.sizes().entrySet()) {
                SizeEntry size = each.getValue();
                Undoing.Done done = sent.get(new ProductEntry.Place(key, each.getKey()));
                Stock ours = done == null ? null : done.sent();
                if (ours != null && size.bringer() != run.number()) {
                    isNewer = true;
                } else {
                    String name = colour.nameOr(key);
                    verdict(ours, size, says)
                            .map(
                                    verdict ->
                                            SizeDifference.of(
                                                    verdict,
                                                    product,
                                                    name,
                                                    each.getKey().toString(),
                                                    ours,
                                                    size.shown().stock()))
                            .ifPresent(lines::add);
                }
            }
            newer += isNewer ? 1 : 0;
        }

        /**
         * Empty if the run did not send the size and nobody has to look at it.
         *
         * @param sent what the run sent; null if it sent nothing
         * @param says whether a size that is not in the sheet is missing from it
         */
        private Optional<Verdict> verdict(Stock sent, SizeEntry size, boolean says) {
            Stock shown = size.shown().stock();
            if (sent != null) {
                return Optional.of(
                        shown == null
                                ? Verdict.MISSING
                                : size.shown().is(sent) ? Verdict.EQUAL : Verdict.DIFFERENT);
            }
            boolean gone = says && size.isOf(run.job()) && !size.isWantedBy(run.number());
            if (shown == null || !(gone && shown.pieces() > 0) && size.isNamed()) {
                return Optional.empty();
            }
            return Optional.of(gone ? Verdict.NOT_IN_SHEET : Verdict.EXTRA);
        }

        private void count(SizeDifference line) {
            counts.merge(line.verdict(), 1, Integer::sum);
            boolean equal =
                    line.verdict() == Verdict.EQUAL || line.verdict() == Verdict.NOT_IN_SHEET;
            if (!equal && first.size() < SHOWN) {
                first.add(line);
            }
        }
    }
}
