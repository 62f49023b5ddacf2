package dev.stockload.imports;

import dev.stockload.imports.SizeDifference.Verdict;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.StockEntry;
import dev.stockload.runs.Merchants;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RetryingClient;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.RunStoppedException;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;
import dev.stockload.sheet.TableFile;
import dev.stockload.stock.Colour;
import dev.stockload.stock.PackedSizes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Reads back what the service holds of a run's products and compares it with what was sent. */
public final class Verification {
    /** How many products are looked at where a definition asks for a sample. */
    public static final int USUAL_SAMPLE = 20;

    /** How many unequal lines a result holds for people to see at once. */
    private static final int SHOWN = 20;

    private static final int PRODUCTS_AT_A_TIME = 500;
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
     * What came of it.
     *
     * @param products how many products were looked at
     * @param ofProducts how many the run has sent something of, or of which something left its
     *     sheet
     * @param newer colours that were left out, since a later run has sent newer stock for them
     * @param first the first lines that are not equal
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
        /** The same, with its file where somebody sees it for whom the data folder is there. */
        public Result in(Path folder) {
            return new Result(run, products, ofProducts, newer, counts, first, fileOf(run, folder));
        }

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

    public Verification(
            ProcessContext process, Merchants merchants, StopSignal stop, RunListener listener) {
        this.ledger = process.ledger();
        this.data = process.data();
        this.merchants = merchants;
        this.time = process.time();
        this.stop = stop;
        this.listener = listener;
    }

    /** Looks at all products of a run, or at so many that chance picks. */
    public Result verify(Run run, OptionalInt sample, ProductProgress progress) throws IOException {
        return verify(run, sample, new Random(), SHOWN, progress);
    }

    /**
     * Looks at all products of a run, or at so many that chance picks.
     *
     * @param keep how many unequal lines the result is to hold
     */
    Result verify(Run run, OptionalInt sample, Random chance, int keep, ProductProgress progress)
            throws IOException {
        Map<Integer, List<LedgerColour>> sent = new TreeMap<>();
        for (LedgerColour colour : ledger.colours().in(run.id(), ColourState.SENT)) {
            sent.computeIfAbsent(colour.product(), product -> new ArrayList<>()).add(colour);
        }
        if (sent.isEmpty() && run.tally().colours(ColourState.SENT) > 0) {
            throw new RunFailedException(
                    "Run %s can no longer be compared: what a run has sent is kept for %d days. Import its sheet with --again, or verify a later run"
                            .formatted(run.id(), Retention.COLOURS.toDays()));
        }
        LeftColours left = LeftColours.of(ledger, run);
        left.byProduct().keySet().forEach(product -> sent.putIfAbsent(product, List.of()));
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
                        SentBefore before = SentBefore.none();
                        for (int product : products) {
                            if (done % PRODUCTS_AT_A_TIME == 0) {
                                before = before(run, products, done);
                            }
                            progress.at(done++, products.size());
                            for (SizeDifference line :
                                    compare(
                                            new Product(
                                                    product,
                                                    sent.get(product),
                                                    left.of(product),
                                                    service.stock(product)),
                                            before,
                                            count)) {
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
        return RunFolder.of(data, run.id()).path().resolve("verify.csv");
    }

    private static List<Integer> chosen(Set<Integer> all, OptionalInt sample, Random chance) {
        List<Integer> products = new ArrayList<>(all);
        if (sample.isEmpty() || sample.getAsInt() >= products.size()) {
            return products;
        }
        Collections.shuffle(products, chance);
        return products.subList(0, sample.getAsInt()).stream().sorted().toList();
    }

    private SentBefore before(Run run, List<Integer> products, int from) {
        int to = Math.min(products.size(), from + PRODUCTS_AT_A_TIME);
        return SentBefore.of(
                run, ledger.acknowledged().of(run.account(), products.subList(from, to)));
    }

    private static List<SizeDifference> compare(Product of, SentBefore before, Count count) {
        int product = of.id;
        Set<String> elsewhere = new HashSet<>(before.others.getOrDefault(product, Set.of()));
        Map<String, PackedSizes> earlier = new HashMap<>(of.left);
        List<Colour> ours = new ArrayList<>();
        for (LedgerColour colour : of.sent) {
            if (before.newer.contains(new AcknowledgedStock.Key(product, colour.name()))) {
                count.newer++;
                elsewhere.add(colour.name());
            } else {
                ours.add(colour.colour());
                elsewhere.remove(colour.name());
                earlier.put(
                        colour.name(),
                        before.earlier.get(new AcknowledgedStock.Key(product, colour.name())));
            }
        }
        return StockComparison.of(product, ours, elsewhere, earlier, of.shown);
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

    /**
     * A product: what the run has sent of it, the colours of it that left the sheet, and what the
     * service shows.
     */
    private record Product(
            int id,
            List<LedgerColour> sent,
            Map<String, PackedSizes> left,
            List<StockEntry> shown) {}

    /** What the ledger knows of other runs: colours that they sent, and those sent since. */
    private record SentBefore(
            Map<Integer, Set<String>> others,
            Set<AcknowledgedStock.Key> newer,
            Map<AcknowledgedStock.Key, PackedSizes> earlier) {
        static SentBefore none() {
            return new SentBefore(new HashMap<>(), new HashSet<>(), new HashMap<>());
        }

        static SentBefore of(
                Run run, Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> acknowledged) {
            SentBefore known = none();
            acknowledged.forEach(
                    (key, entry) -> {
                        known.others
                                .computeIfAbsent(key.product(), product -> new HashSet<>())
                                .add(key.colour());
                        if (entry.earlier() != null) {
                            known.earlier.put(key, entry.earlier());
                        }
                        if (!entry.run().equals(run.id()) && entry.number() > run.number()) {
                            known.newer.add(key);
                        }
                    });
            return known;
        }
    }

    /** What was found so far. */
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
