package dev.stockload.imports.store;

import static dev.stockload.stock.Colour.LONGEST_NAME;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Book;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.imports.read.ProductCatalogue;
import dev.stockload.imports.read.WithheldStock;
import dev.stockload.imports.store.StoreReader.Reading;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ProductProgress;
import dev.stockload.service.RetryingClient;
import dev.stockload.service.StockListReader;
import dev.stockload.sheet.SheetTemplate;
import dev.stockload.sheet.TableFile;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.Count;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Writes the stock of a store as a sheet; imported again as it is, it changes nothing. */
public record StoreExport(ProcessContext process, Caller caller) {
    /**
     * What was written.
     *
     * @param leftOut sizes that no sheet can have: 36.5, or 39-40 beside 39
     * @param unreadable products whose stock the service does not show
     */
    public record Exported(
            String file, int products, int sizes, List<String> leftOut, List<Integer> unreadable) {
        /** For those who do not see the folders of this machine. */
        Exported withoutFolder() {
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
                        "%s left out, because no sheet can have them beside the others: %s"
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

    /** A product with its stock; unreadable if the service did not show it. */
    private record Product(int pid, String item, boolean isReadable, List<StockEntry> entries) {
        static Product of(int product, String item, Optional<List<StockEntry>> shown) {
            return new Product(product, item, shown.isPresent(), shown.orElse(List.of()));
        }

        /** As the book knows it. */
        static Product of(ProductEntry product) {
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

    /** What a sheet can have of a colour: sizes that do not overlap, under one name. */
    private record Colour(String name, List<Size> sizes) {
        boolean takes(String spelling, StockEntry entry) {
            Optional<Size> size = Size.parse(entry.size());
            boolean fits =
                    size.isPresent()
                            && sizes.stream().noneMatch(size.get()::overlaps)
                            && spelling.equals(name)
                            && !name.isEmpty()
                            && name.codePointCount(0, name.length()) <= LONGEST_NAME
                            && entry.stock() >= 0;
            return fits && sizes.add(size.get());
        }
    }

    /** The rows of the sheet, and what cannot be one. */
    private static final class Rows {
        private final TableFile.Target sheet;
        private final List<String> leftOut = new ArrayList<>();
        private final List<Integer> unreadable = new ArrayList<>();
        private int products;
        private int sizes;

        Rows(TableFile.Target sheet) {
            this.sheet = sheet;
        }

        void add(Product product) {
            int before = sizes;
            Map<String, Colour> colours = new HashMap<>();
            product.entries().stream()
                    .sorted(Comparator.comparing(entry -> entry.size().contains("-")))
                    .forEach(
                            entry -> {
                                String name = entry.color().strip();
                                Colour colour =
                                        colours.computeIfAbsent(
                                                ColourKey.of(name),
                                                same -> new Colour(name, new ArrayList<>()));
                                if (colour.takes(name, entry)) {
                                    row(product, entry);
                                } else {
                                    leftOut.add(
                                            "%d %s %s"
                                                    .formatted(product.pid(), name, entry.size()));
                                }
                            });
            if (!product.isReadable()) {
                unreadable.add(product.pid());
            }
            products += sizes > before ? 1 : 0;
        }

        private void row(Product product, StockEntry entry) {
            sizes++;
            try {
                sheet.row(
                        Arrays.asList(
                                product.pid(),
                                product.item(),
                                entry.color().strip(),
                                entry.size(),
                                entry.stock(),
                                entry.barCode()));
            } catch (IOException e) {
                throw FaultMessages.unchecked(e);
            }
        }

        Exported exported(Path file) {
            return new Exported(file.toString(), products, sizes, leftOut, unreadable);
        }
    }

    /** What the service accepted last, without asking it. */
    public Exported known(String account, Set<Integer> only, Path file) throws IOException {
        Book book = process.ledger().book(account);
        return write(
                file,
                rows ->
                        book.each(only.isEmpty() ? book.products() : only)
                                .map(Product::of)
                                .forEach(rows::add));
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
        ReadProducts<Product> read =
                ReadProducts.open(
                        process.ledger(), account, Product.class, process.time().instant());
        Reading<Product> reading =
                new Reading<>() {
                    @Override
                    public Product of(int product, ProductCatalogue listed, StockListReader lists) {
                        return Product.of(product, listed.item(product), lists.of(product));
                    }

                    @Override
                    public boolean isAsked(int product) {
                        return only.isEmpty() || only.contains(product);
                    }
                };
        try {
            new StoreReader(process, account, caller).read(only, read, reading, progress);
        } catch (RunStoppedException e) {
            throw new RunFailedException(
                    "The export was stopped; it continues when it is started again", e);
        }
        Exported exported =
                write(
                        file,
                        rows ->
                                read.each(
                                        product -> {
                                            if (reading.isAsked(product.pid())) {
                                                rows.add(product);
                                            }
                                        }));
        read.clear();
        return exported;
    }

    private static Exported write(Path file, Consumer<Rows> content) throws IOException {
        List<Rows> written = new ArrayList<>(1);
        TableFile.write(
                file,
                WithheldStock.EXPORT,
                sheet -> {
                    Rows rows = new Rows(sheet);
                    content.accept(rows);
                    written.add(rows);
                });
        return written.get(0).exported(file);
    }
}
