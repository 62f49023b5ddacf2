package dev.stockload.imports.store;

import dev.stockload.check.CheckedColour;
import dev.stockload.check.CheckedSheet;
import dev.stockload.imports.read.WithheldStock;
import dev.stockload.imports.store.StoreExport.Exported;
import dev.stockload.merchant.StockEntry;
import dev.stockload.problem.Problem;
import dev.stockload.process.FaultMessages;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.TableFile;
import dev.stockload.sheet.WholeFile;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Size;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The rows of an export. They are read back as an import would: what comes back otherwise, such as
 * a colour that looks like a date, is left out, and the sheet is written again.
 */
final class ExportedRows {
    /** Where the rows begin, below the header. */
    private static final int FIRST = 2;

    /** Of two spellings of a colour, that of a sheet; of sizes that overlap, the single ones. */
    private static final Comparator<StockEntry> ORDER =
            Comparator.comparing((StockEntry entry) -> !entry.color().equals(entry.color().strip()))
                    .thenComparing(entry -> entry.size().contains("-"));

    /** By their numbers in the order of the store. */
    private final BitSet unreadable = new BitSet();

    /** The products whose item number comes back otherwise; their id is enough. */
    private final Set<Integer> unnamed = new HashSet<>();

    private final List<Written> rows = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final List<Integer> hidden = new ArrayList<>();
    private TableFile.Target sheet;
    private int entries;
    private int products;

    /** A product with its stock; unreadable if the service did not show it. */
    record Product(int pid, String item, boolean isReadable, List<StockEntry> entries) {
        static Product of(int product, String item, Optional<List<StockEntry>> shown) {
            return new Product(product, item, shown.isPresent(), shown.orElse(List.of()));
        }
    }

    /** A row in short. */
    private record Written(int entry, int product, String item, int hash) {
        static int hash(int product, String colour, String size, int pieces, String barcode) {
            return Objects.hash(product, colour, size, pieces, barcode);
        }
    }

    /** What a sheet can have of a colour: sizes that do not overlap, under one name. */
    private record Colour(String name, List<Size> sizes) {
        boolean takes(StockEntry entry) {
            Optional<Size> size = Size.parse(entry.size());
            boolean fits =
                    size.isPresent()
                            && sizes.stream().noneMatch(size.get()::overlaps)
                            && entry.color().equals(name)
                            && !name.isBlank();
            return fits && sizes.add(size.get());
        }
    }

    /** Writes these products, in the same order each time. */
    static Exported write(Path file, Consumer<Consumer<Product>> store) throws IOException {
        ExportedRows rows = new ExportedRows();
        Path folder = file.toAbsolutePath().getParent();
        Path draft = WholeFile.part(folder, file.getFileName().toString(), Instant.now());
        try {
            do {
                rows.begin();
                TableFile.write(
                        draft,
                        WithheldStock.EXPORT,
                        target -> {
                            rows.sheet = target;
                            store.accept(rows::add);
                        });
            } while (!rows.isEmpty()
                    && rows.hasLearnt(CheckedSheet.read(draft, SheetOptions.none(), count -> {})));
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
        return new Exported(
                file.toString(), rows.products, rows.rows.size(), rows.leftOut, rows.hidden);
    }

    private boolean isEmpty() {
        return rows.isEmpty();
    }

    private void begin() {
        rows.clear();
        leftOut.clear();
        hidden.clear();
        entries = 0;
        products = 0;
    }

    private void add(Product product) {
        int before = rows.size();
        Map<String, Colour> colours = new HashMap<>();
        product.entries().stream()
                .sorted(ORDER)
                .forEach(
                        entry -> {
                            String name = entry.color().strip();
                            Colour colour =
                                    colours.computeIfAbsent(
                                            ColourKey.of(name),
                                            same -> new Colour(entry.color(), new ArrayList<>()));
                            if (!unreadable.get(++entries) && colour.takes(entry)) {
                                row(product, name, entry);
                            } else {
                                leftOut.add(
                                        "%d %s %s".formatted(product.pid(), name, entry.size()));
                            }
                        });
        if (!product.isReadable()) {
            hidden.add(product.pid());
        }
        products += rows.size() > before ? 1 : 0;
    }

    private void row(Product product, String colour, StockEntry entry) {
        int pid = product.pid();
        String item = unnamed.contains(pid) ? "" : product.item();
        String barcode =
                entry.barCode() == null || entry.barCode().isBlank() ? null : entry.barCode();
        rows.add(
                new Written(
                        entries,
                        pid,
                        item,
                        Written.hash(pid, colour, entry.size(), entry.stock(), barcode)));
        try {
            sheet.row(Arrays.asList(pid, item, colour, entry.size(), entry.stock(), barcode));
        } catch (IOException e) {
            throw FaultMessages.unchecked(e);
        }
    }

    /** Whether something came back otherwise that was not known before. */
    private boolean hasLearnt(CheckedSheet back) {
        BitSet same = new BitSet();
        int before = unreadable.cardinality() + unnamed.size();
        for (CheckedColour colour : back.colours()) {
            boolean ready = colour.state() == ColourState.READY;
            String item = Objects.requireNonNullElse(colour.product().item(), "");
            for (CheckedColour.Line line : ready ? colour.lines() : List.<CheckedColour.Line>of()) {
                Written row = rows.get(line.row() - FIRST);
                int hash =
                        Written.hash(
                                colour.product().id(),
                                colour.name(),
                                line.size().toString(),
                                line.stock().pieces(),
                                line.stock().barcode());
                if (!row.item().equals(item)) {
                    unnamed.add(row.product());
                } else if (row.hash() == hash) {
                    same.set(line.row());
                }
            }
        }
        for (Problem problem : back.problems()) {
            Written row = problem.isHeld() ? null : rows.get(problem.row() - FIRST);
            if (row != null && problem.column().equals(WithheldStock.EXPORT.get(1))) {
                unnamed.add(row.product());
            } else if (row != null) {
                unreadable.set(row.entry());
            }
        }
        boolean isNamed = before == unreadable.cardinality() + unnamed.size();
        for (int row = 0; row < rows.size() && isNamed; row++) {
            if (!same.get(row + FIRST)) {
                unreadable.set(rows.get(row).entry());
            }
        }
        return before < unreadable.cardinality() + unnamed.size();
    }
}
