package dev.stockload.imports.change;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Book;
import dev.stockload.book.SentColours;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.SentColour;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.StoreDifference;
import dev.stockload.book.rules.StoreDifference.Kind;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Caller;
import dev.stockload.runs.OldRuns;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener.ProductProgress;
import dev.stockload.service.RetryingClient;
import dev.stockload.service.StockListReader;
import dev.stockload.sheet.TableFile;
import dev.stockload.sheet.TableFile.Column;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads back the service's stock of a run's products and compares it with what was sent. */
public record RunVerification(ProcessContext process, Caller caller) {
    /** {@code result} is empty if the service could not be read, as {@code failure} says. */
    public record AtEnd(Optional<VerifyResult> result, String failure) {}

    /** Verifies a run if it is finished and its job asks for that. */
    public Optional<AtEnd> atEnd(Run run) {
        VerifyMode mode = RunOptions.of(run).verify();
        if (run.state() != Run.State.COMPLETED
                || mode == VerifyMode.NONE
                || mode == VerifyMode.STORE) {
            return Optional.empty();
        }
        caller.listener().notice("Reading back what was sent");
        try {
            VerifyResult result = verify(run, mode.sample(), (done, all) -> {});
            return Optional.of(new AtEnd(Optional.of(result), null));
        } catch (IOException | RunFailedException e) {
            // Everything was sent: that somebody has to verify again is no failure of the run.
            return Optional.of(new AtEnd(Optional.empty(), e.getMessage()));
        }
    }

    public VerifyResult verify(Run run, OptionalInt sample, ProductProgress progress)
            throws IOException {
        SentColours sent = process.ledger().requests().byProduct(run.id());
        if (sent.isEmpty() && run.tally().colours(ColourState.SENT) > 0) {
            throw Refusal.impossible(
                    "Run %s can no longer be compared: what a run has sent is kept for %d days. Import its sheet with --again, or verify a later run"
                            .formatted(run.id(), OldRuns.COLOURS_KEPT.toDays()));
        }
        Book book = process.ledger().book(run.account());
        Set<Integer> all = sent.products();
        if (run.tally().missing().sizes() > 0) {
            all.addAll(withMissingSizes(run, book));
        }
        List<Integer> products = chosen(all, sample);
        Path file = RunFolder.of(process.data(), run.id()).path().resolve(RunFolder.VERIFY);
        VerifyResult.Builder result =
                new VerifyResult.Builder(run.account(), process.time().instant(), run.id(), file);
        SentByRun scope = new SentByRun(run, sent, book);
        try (RetryingClient service = new RetryingClient(process, run.account(), caller)) {
            StockListReader lists = new StockListReader(service);
            TableFile.write(
                    file,
                    Column.headings(SizeDifference.COLUMNS),
                    target -> {
                        int done = 0;
                        for (int product : products) {
                            progress.at(done++, products.size());
                            ComparedProduct compared =
                                    scope.compare(product, stock(product, lists, service));
                            result.add(compared);
                            for (SizeDifference line : compared.sizes()) {
                                target.row(Column.cells(SizeDifference.COLUMNS, line));
                            }
                        }
                    });
        } catch (RunStoppedException e) {
            throw new RunFailedException(
                    "The verification of run %s was stopped; the same command starts it again"
                            .formatted(run.id()),
                    e);
        }
        return result.build(all.size(), scope.newer, List.of());
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
        return size.isOf(run.job())
                && size.naming().run() < run.number()
                && size.stock().known().isInStock();
    }

    /** What a run has sent of a product, and what its sheet lacks. */
    private static final class SentByRun {
        private final Run run;
        private final SentColours all;
        private final Book book;
        private ColourEntry last;
        private int newer;
        private Map<String, SentColour> sent = Map.of();

        SentByRun(Run run, SentColours all, Book book) {
            this.run = run;
            this.all = all;
            this.book = book;
        }

        /** {@code shown} is empty if the product is not listed. */
        ComparedProduct compare(int product, Optional<List<StockEntry>> shown) {
            sent = all.of(product);
            return shown.map(
                            entries ->
                                    ComparedProduct.of(
                                            book.product(product), entries, book, this::kind))
                    .orElseGet(() -> ComparedProduct.notListed(product, !sent.isEmpty()));
        }

        /** Empty if the size is not compared. */
        private Optional<Kind> kind(SizeEntry size) {
            SentColour colour = sent.get(size.colour().key());
            if (colour != null
                    && colour.sizesIn(size.colour().product()).containsKey(size.size())) {
                if (size.stock().sentByRun() != run.number() && !colour.isOpen()) {
                    newer += size.colour() == last ? 0 : 1;
                    last = size.colour();
                    return Optional.empty();
                }
                return StoreDifference.kind(size).or(() -> Optional.of(Kind.AS_SENT));
            }
            // A sheet imported by hand says nothing about colours it does not have.
            boolean says = !run.job().equals(RunView.BY_HAND) || colour != null;
            if (says
                    && size.isOf(run.job())
                    && !size.naming().isWantedBy(run.number())
                    && size.stock().shown().isInStock()) {
                return Optional.of(Kind.NOT_IN_SHEET);
            }
            return StoreDifference.kind(size).filter(kind -> kind == Kind.UNKNOWN);
        }
    }
}
