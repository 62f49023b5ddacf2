package dev.stockload.imports.read;

import dev.stockload.book.RowsProblem;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SheetNaming;
import dev.stockload.book.rules.StockFact;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.report.SheetWarnings;
import dev.stockload.problem.ProblemCode;
import dev.stockload.runs.Tally;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Stock that is missing from a job's sheet: counts it and describes it in sentences. */
final class MissingTotals {
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
    private final Optional<String> obstacle;

    /** {@code obstacle} says why missing sizes may be in the sheet after all. */
    MissingTotals(String job, Optional<String> obstacle) {
        this.job = job;
        this.obstacle = obstacle;
    }

    /** Counts the pieces that the job has at the service, whether they are in the sheet or not. */
    void knows(ProductEntry product) {
        product.eachSize(
                size -> {
                    StockFact there = size.stock().known();
                    known += there.isThere() && size.isOf(job) ? there.pieces() : 0;
                });
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
            names.add(size.size().colour().key());
            sizes++;
            pieces += size.pieces();
            zeros += size.zeroed() ? 1 : 0;
        }
        colours += names.size();
    }

    Tally.Missing count() {
        return new Tally.Missing(colours, sizes, pieces, 0);
    }

    int sizes() {
        return sizes;
    }

    Optional<String> objection(Brake brake) {
        return zeros == 0
                ? Optional.empty()
                : brake.objectionToMissing(new Brake.Share(pieces, known), sizes);
    }

    /** {@code zero} if missing sizes are set to 0. */
    List<RowsProblem> warnings(boolean zero) {
        List<RowsProblem> warnings = new ArrayList<>();
        if (sizes > 0) {
            warnings.add(RowsProblem.ofFile(ProblemCode.SHEET_MISSING, sentence(zero)));
        }
        if (unreadable > 0) {
            warnings.add(RowsProblem.ofFile(ProblemCode.SHEET_MISSING, unread()));
        }
        if (inRanges > 0) {
            warnings.add(RowsProblem.ofFile(ProblemCode.SIZE_OVERLAP, ranges()));
        }
        return warnings;
    }

    private String sentence(boolean zero) {
        String left =
                "%s of %s left the sheet"
                        .formatted(Count.of(sizes, "size"), Count.of(products.size(), "product"));
        String shown =
                " and still %s %s"
                        .formatted(sizes == 1 ? "shows" : "show", Count.of(pieces, "piece"));
        if (!zero) {
            return left + shown;
        }
        return obstacle.isPresent()
                ? "%s%s. Nothing was set to 0: %s".formatted(left, shown, obstacle.get())
                : "%s%s, %s fewer"
                        .formatted(left, SheetWarnings.PLANNED, Count.of(pieces, "piece"));
    }

    private String ranges() {
        return "%s of %s with %s %s inside a range that the sheet has now, and may still show beside it: %s"
                .formatted(
                        Count.of(inRanges, "size"),
                        Count.of(productsInRanges.size(), "product"),
                        Count.of(inRangePieces, "piece"),
                        inRanges == 1 ? "is" : "are",
                        leftAsIs(inRanges));
    }

    private String unread() {
        return "%s left the sheet, but the service does not show what is there: %s"
                .formatted(Count.of(unreadable, "size"), leftAsIs(unreadable));
    }

    private static String leftAsIs(int sizes) {
        return sizes == 1 ? "it is left as it is" : "they are left as they are";
    }
}
