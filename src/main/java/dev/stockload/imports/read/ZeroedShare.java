package dev.stockload.imports.read;

import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.StockFact;
import dev.stockload.imports.order.Brake;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Counts the stock of a job, and what of it the sheet itself sets to 0, for the brake. */
final class ZeroedShare {
    private final String job;
    private final CheckedStock checked;
    private final List<InStock> ofProduct = new ArrayList<>();
    private int sizes;
    private long pieces;
    private int zeroSizes;
    private long zeroPieces;

    private record InStock(SizeEntry size, int pieces) {}

    ZeroedShare(String job, CheckedStock checked) {
        this.job = job;
        this.checked = checked;
    }

    /** Notes what the job has of a product before its sheet is named. */
    void knows(ProductEntry product) {
        ofProduct.clear();
        product.eachSize(
                size -> {
                    StockFact current = size.stock().current();
                    if (size.isOf(job) && current.isInStock() && !checked.isZero(size)) {
                        ofProduct.add(new InStock(size, current.pieces()));
                    }
                });
    }

    /** Counts what a run has named as 0 of the product that was noted. */
    void add(long run) {
        for (InStock each : ofProduct) {
            boolean zero = each.size.naming().isZeroOfSheet(run);
            sizes++;
            pieces += each.pieces;
            zeroSizes += zero ? 1 : 0;
            zeroPieces += zero ? each.pieces : 0;
        }
    }

    Optional<String> objection(Brake brake) {
        return brake.objectionToZeros(
                new Brake.Share(zeroSizes, sizes), new Brake.Share(zeroPieces, pieces));
    }
}
