package dev.stockload.imports.store;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Book;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.imports.store.ExportedRows.Product;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Caller;
import dev.stockload.runs.RunListener.ProductProgress;
import dev.stockload.service.RetryingClient;
import dev.stockload.sheet.SheetTemplate;
import dev.stockload.stock.Count;
import dev.stockload.stock.Stock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Writes the stock of a store as a sheet; imported again as it is, it changes nothing. */
public record StoreExport(ProcessContext process, Caller caller) {
    /**
     * What was written.
     *
     * @param leftOut sizes that no sheet can have: 36.5, 39-40 beside 39, or of a colour #N/A
     * @param unreadable products whose stock the service does not show
     */
    public record Exported(
            String file, int products, int sizes, List<String> leftOut, List<Integer> unreadable) {
        /** For those who do not see the folders of this machine. */
        public Exported withoutFolder() {
            String name = Path.of(file).getFileName().toString();
            return new Exported(name, products, sizes, leftOut, unreadable);
        }

        public boolean hasAll() {
            return leftOut.isEmpty() && unreadable.isEmpty();
        }

        /** How much it is. */
        public String words() {
            return "%s of %s".formatted(Count.of(sizes, "size"), Count.of(products, "product"));
        }

        /** What is not in it, and why. */
        public List<String> omissions() {
            List<String> all = new ArrayList<>();
            if (!leftOut.isEmpty()) {
                all.add(
                        "%s left out, because no sheet can have them as they are: %s"
                                .formatted(Count.are(leftOut.size(), "size"), Count.some(leftOut)));
            }
            if (!unreadable.isEmpty()) {
                all.add(
                        "%s left out, because the service does not show their stock: %s"
                                .formatted(
                                        Count.are(unreadable.size(), "product"),
                                        Count.some(unreadable)));
            }
            return all;
        }
    }

    /** What the service accepted last, without asking it. */
    public Exported known(String account, Set<Integer> only, Path file) throws IOException {
        Book book = process.ledger().book(account);
        return ExportedRows.write(
                file,
                rows ->
                        book.each(only.isEmpty() ? book.products() : only)
                                .map(StoreExport::known)
                                .forEach(rows));
    }

    /** The merchant's products, for an empty sheet. */
    public List<SheetTemplate.Item> items(String account) {
        try (RetryingClient service = new RetryingClient(process, account, caller)) {
            return service.products().stream()
                    .map(each -> new SheetTemplate.Item(each.id(), each.artNo().strip()))
                    .toList();
        }
    }

    /** What the service shows of these products, or of all if none is named. */
    public Exported shown(String account, Set<Integer> only, Path file, ProductProgress progress)
            throws IOException {
        StoreReading<Product> read =
                new StoreReading<>(process, account, caller, "export", Product.class);
        try {
            read.read(
                    only,
                    !only.isEmpty(),
                    (id, listed, lists) -> Product.of(id, listed.item(id), lists.of(id)),
                    progress);
        } catch (RunStoppedException e) {
            throw new RunFailedException(
                    "The export was stopped; it continues when it is started again", e);
        }
        Exported exported =
                ExportedRows.write(
                        file,
                        rows ->
                                read.each(
                                        product -> {
                                            if (only.isEmpty() || only.contains(product.pid())) {
                                                rows.accept(product);
                                            }
                                        }));
        read.clear();
        return exported;
    }

    /** As the book knows it. */
    private static Product known(ProductEntry product) {
        List<StockEntry> entries = new ArrayList<>();
        product.sizes()
                .filter(size -> size.stock().known().isThere())
                .forEach(
                        size -> {
                            Stock known = size.stock().known().stock();
                            entries.add(
                                    new StockEntry(
                                            null,
                                            known.barcode(),
                                            size.colour().nameOr(""),
                                            size.size().toString(),
                                            known.pieces()));
                        });
        return new Product(product.id(), product.item(), true, entries);
    }
}
