package dev.stockload.imports.read;

import dev.stockload.book.RowsProblem;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SheetNaming;
import dev.stockload.book.rules.SizeEntry;
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
import java.util.function.Predicate;

/**
 * The stock of a job that its sheet takes away: what is missing, in numbers and sentences, and what
 * the sheet itself sets to 0, for the brake.
 */
final class LostStock {
    private final String job;
    private final Predicate<SizeEntry> wasZero;
    private final Set<Integer> products = new HashSet<>();
    private int colours;
    private int sizes;
    private long pieces;
    private int zeros;
    private int inRanges;
    private long inRangePieces;
    private final Set<Integer> productsInRanges = new HashSet<>();
    private int unreadable;
    private long knownPieces;
    private final Optional<String> obstacle;
    private final List<InStock> ofProduct = new ArrayList<>();
    private long stockedSizes;
    private long stockedPieces;
    private long zeroSizes;
    private long zeroPieces;

    private record InStock(SizeEntry size, int pieces) {}

    /**
     * @param wasZero whether the last check of the store showed no stock any more of what was sent
     * @param obstacle why missing sizes may be in the sheet after all
     */
    LostStock(String job, Predicate<SizeEntry> wasZero, Optional<String> obstacle) {
        this.job = job;
        this.wasZero = wasZero;
        this.obstacle = obstacle;
    }

    /** Notes what the job has of a product at the service before its sheet is named. */
    void noteStock(ProductEntry product) {
        ofProduct.clear();
        product.eachSize(
                size -> {
                    if (size.isOf(job)) {
                        StockFact sent = size.stock().known();
                        knownPieces += sent.isThere() ? sent.pieces() : 0;
                        StockFact current = size.stock().current();
                        if (current.isInStock() && !wasZero.test(size)) {
                            ofProduct.add(new InStock(size, current.pieces()));
                        }
                    }
                });
    }

    /** Counts what a run has named as 0 of the product that was noted. */
    void addZeros(long run) {
        for (InStock each : ofProduct) {
            boolean zero = each.size.naming().isZeroOfSheet(run);
            stockedSizes++;
            stockedPieces += each.pieces;
            zeroSizes += zero ? 1 : 0;
            zeroPieces += zero ? each.pieces : 0;
        }
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

    Optional<String> objectionToMissing(Brake brake) {
        return zeros == 0
                ? Optional.empty()
                : brake.objectionToMissing(new Brake.Share(pieces, knownPieces), sizes);
    }

    Optional<String> objectionToZeros(Brake brake) {
        return brake.objectionToZeros(
                new Brake.Share(zeroSizes, stockedSizes),
                new Brake.Share(zeroPieces, stockedPieces));
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
