package dev.stockload.imports.read;

import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.imports.order.Brake;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Counts the stock of a job, and what of it the sheet itself sets to 0, for the brake. */
final class ZeroedStock {
    private final String job;
    private final CheckedStock checked;
    private Map<SizeEntry, Integer> ofProduct = Map.of();
    private Brake.Part sizes = new Brake.Part(0, 0);
    private Brake.Part pieces = new Brake.Part(0, 0);

    ZeroedStock(String job, CheckedStock checked) {
        this.job = job;
        this.checked = checked;
    }

    /** Notes what the job has of a product before its sheet is named. */
    void knows(ProductEntry product) {
        ofProduct = new HashMap<>();
        product.sizes()
                .filter(size -> size.isOf(job) && size.stock().current().isInStock())
                .filter(size -> !checked.isZero(size))
                .forEach(size -> ofProduct.put(size, size.stock().current().pieces()));
    }

    /** Counts what a run has named as 0 of the product that was noted. */
    void add(long run) {
        ofProduct.forEach(
                (size, stock) -> {
                    boolean zero = size.naming().isZeroOfSheet(run);
                    sizes = sizes.plus(zero ? 1 : 0, 1);
                    pieces = pieces.plus(zero ? stock : 0, stock);
                });
    }

    Optional<String> objection(Brake brake) {
        return brake.objectionToZeros(sizes, pieces);
    }
}
