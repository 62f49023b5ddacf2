package dev.stockload.imports.read;

import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SheetNaming;
import dev.stockload.imports.report.SheetWarnings;
import dev.stockload.runs.Tally;
import dev.stockload.stock.Count;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Stock that is missing from a job's sheet: counts it and describes it in sentences. */
public final class MissingTotals {
    private final String job;
    private final Set<Integer> products = new HashSet<>();
    private int colours;
    private int sizes;
    private long pieces;
    private int zeros;
    private int inRanges;
    private long inRangePieces;
    private final Set<Integer> productsInRanges = new HashSet<>();
    private int unreadable;
    private long known;
    private String obstacle;

    MissingTotals(String job) {
        this.job = job;
    }

    void obstructedBy(String why) {
        obstacle = obstacle == null ? why : obstacle;
    }

    /** Counts the pieces that the job has at the service, whether they are in the sheet or not. */
    void knows(ProductEntry product) {
        known +=
                product.sizes()
                        .filter(size -> size.isOf(job) && size.known().isThere())
                        .mapToLong(size -> size.known().stock().pieces())
                        .sum();
    }

    void add(int product, List<SheetNaming.Missing> lacking) {
        Set<String> names = new HashSet<>();
        for (SheetNaming.Missing size : lacking) {
            if (size.unreadable()) {
                unreadable++;
                continue;
            }
            if (size.inRange()) {
                inRanges++;
                inRangePieces += size.pieces();
                productsInRanges.add(product);
                continue;
            }
            products.add(product);
            names.add(size.place().colour());
            sizes++;
            pieces += size.pieces();
            zeros += size.zeroed() ? 1 : 0;
        }
        colours += names.size();
    }

    Tally.Missing count() {
        return new Tally.Missing(colours, sizes, (int) Math.min(Integer.MAX_VALUE, pieces), 0);
    }

    int sizes() {
        return sizes;
    }

    int zeros() {
        return zeros;
    }

    /** The pieces the job has at the service, by what it sent last. */
    long knownPieces() {
        return known;
    }

    /** Empty if no sizes are missing. */
    Optional<String> sentence(boolean zero) {
        if (sizes == 0) {
            return Optional.empty();
        }
        String left =
                "%s of %s left the sheet"
                        .formatted(Count.of(sizes, "size"), Count.of(products.size(), "product"));
        String shown =
                " and still %s %s"
                        .formatted(sizes == 1 ? "shows" : "show", Count.of(pieces, "piece"));
        if (!zero) {
            return Optional.of(left + shown);
        }
        return Optional.of(
                obstacle == null
                        ? "%s%s, %s fewer"
                                .formatted(left, SheetWarnings.PLANNED, Count.of(pieces, "piece"))
                        : "%s%s. Nothing was set to 0: %s".formatted(left, shown, obstacle));
    }

    Optional<String> ranges() {
        return inRanges == 0
                ? Optional.empty()
                : Optional.of(
                        "%s of %s with %s %s inside a range that the sheet has now, and may still show beside it: %s"
                                .formatted(
                                        Count.of(inRanges, "size"),
                                        Count.of(productsInRanges.size(), "product"),
                                        Count.of(inRangePieces, "piece"),
                                        inRanges == 1 ? "is" : "are",
                                        leftAsIs(inRanges)));
    }

    Optional<String> unread() {
        return unreadable == 0
                ? Optional.empty()
                : Optional.of(
                        "%s left the sheet, but the service does not show what is there: %s"
                                .formatted(Count.of(unreadable, "size"), leftAsIs(unreadable)));
    }

    private static String leftAsIs(int sizes) {
        return sizes == 1 ? "it is left as it is" : "they are left as they are";
    }
}
