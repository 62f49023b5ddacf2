package dev.stockload.imports;

import dev.stockload.ledger.Acknowledged;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.StagedColour;
import dev.stockload.ledger.Staging;
import dev.stockload.ledger.Tally;
import dev.stockload.stock.Count;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the job of a run has sent before and its sheet no longer names: sizes of a colour, and whole
 * colours. They are counted and, where that is asked for and safe, sent with stock 0.
 */
final class MissingSizes {
    private static final int[] NO_ROWS = {};

    private final Run run;
    private final MissingMode mode;
    private final SplitRanges ranges;
    private final List<StagedColour> added = new ArrayList<>();
    private final Set<Integer> products = new HashSet<>();
    private String obstacle;
    private int colours;
    private int sizes;
    private long pieces;
    private int zeroed;
    private long known;

    MissingSizes(Run run, MissingMode mode, SplitRanges ranges) {
        this.run = run;
        this.mode = mode;
        this.ranges = ranges;
    }

    /** Whether anybody wants to know. */
    boolean isAsked() {
        return mode != MissingMode.KEEP;
    }

    boolean makesZeros() {
        return mode == MissingMode.ZERO && obstacle == null;
    }

    /** Nothing is set to 0, for this reason. */
    void obstructedBy(String why) {
        if (obstacle == null) {
            obstacle = why;
        }
    }

    /** A colour of the sheet, with the sizes that it lacks at 0 where these are sent. */
    LedgerColour completed(LedgerColour colour, Acknowledged.Entry last) {
        if (!isOurs(last)) {
            return colour;
        }
        List<SizeStock> named = colour.sizes().unpack();
        List<SizeStock> lacks = new ArrayList<>();
        List<SizeStock> zeros = new ArrayList<>();
        for (SizeStock size : last.known()) {
            if (named.stream().anyMatch(each -> each.size().contains(size.size()))) {
                continue;
            }
            boolean overlaps = named.stream().anyMatch(each -> each.size().overlaps(size.size()));
            List<SizeStock> there =
                    overlaps
                            ? ranges.remains(colour.product(), colour.name(), size, named)
                            : List.of(size);
            there.stream().filter(each -> each.stock() > 0).forEach(lacks::add);
            zeros.addAll(there);
        }
        count(colour.product(), lacks);
        if (!makesZeros() || zeros.isEmpty()) {
            return colour;
        }
        zeroed += lacks.size();
        return LedgerColour.joined(
                List.of(colour, added(colour.product(), colour.name(), atZero(zeros))));
    }

    /** A colour that left the sheet, with all sizes at 0; empty where it is not sent. */
    Optional<LedgerColour> left(Acknowledged.Key key, Acknowledged.Entry last) {
        if (!isOurs(last)) {
            return Optional.empty();
        }
        List<SizeStock> lacks = last.known().stream().filter(size -> size.stock() > 0).toList();
        count(key.product(), lacks);
        if (!makesZeros() || lacks.isEmpty()) {
            return Optional.empty();
        }
        zeroed += lacks.size();
        return Optional.of(added(key.product(), key.colour(), atZero(last.known())));
    }

    /** Counts what the job has at the service, whether it is in the sheet or not. */
    void knows(Acknowledged.Entry last) {
        if (isOurs(last)) {
            known += last.sizes().pieces() + (last.earlier() == null ? 0 : last.earlier().pieces());
        }
    }

    /** What a newer run, or another job, has sent is not for this run to judge. */
    private boolean isOurs(Acknowledged.Entry last) {
        return last != null && last.job().equals(run.job()) && last.number() <= run.number();
    }

    private void count(int product, List<SizeStock> lacks) {
        if (!lacks.isEmpty()) {
            products.add(product);
            colours++;
            sizes += lacks.size();
            pieces += lacks.stream().mapToLong(SizeStock::stock).sum();
        }
    }

    private static List<SizeStock> atZero(List<SizeStock> sizes) {
        return sizes.stream().map(size -> new SizeStock(size.size(), 0, size.barcode())).toList();
    }

    private LedgerColour added(int product, String name, List<SizeStock> zeros) {
        PackedSizes packed = PackedSizes.of(zeros);
        int number = Staging.ADDED + added.size();
        added.add(
                new StagedColour(
                        ColourState.READY, new ProductRef(product, null), name, packed, NO_ROWS));
        return new LedgerColour(
                0, ColourState.READY, product, name, packed, NO_ROWS, new int[] {number});
    }

    /** The colours that are not in the sheet but are sent, in the order of their numbers. */
    List<StagedColour> added() {
        return added;
    }

    Tally.Missing count() {
        return new Tally.Missing(colours, sizes, (int) Math.min(Integer.MAX_VALUE, pieces), zeroed);
    }

    /** How many pieces the job has at the service, by what it sent last. */
    long knownPieces() {
        return known;
    }

    /** What is missing, in a sentence; empty where nothing is. */
    Optional<String> sentence() {
        if (sizes == 0) {
            return Optional.empty();
        }
        String left =
                "%s of %s left the sheet"
                        .formatted(Count.of(sizes, "size"), Count.of(products.size(), "product"));
        String shown = " and still show %s".formatted(Count.of(pieces, "piece"));
        if (mode == MissingMode.TELL) {
            return Optional.of(left + shown);
        }
        return Optional.of(
                obstacle == null
                        ? "%s: set to 0, %s fewer".formatted(left, Count.of(pieces, "piece"))
                        : "%s%s. Nothing was set to 0: %s".formatted(left, shown, obstacle));
    }
}
