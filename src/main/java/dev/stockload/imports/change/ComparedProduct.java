package dev.stockload.imports.change;

import dev.stockload.book.Book;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.StoreDifference.Kind;
import dev.stockload.imports.run.ShownStock;
import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a comparison found of a product.
 *
 * @param readable whether the service shows its stock
 * @param notListed whether the merchant's product list lacks it, though it has stock
 * @param asSent how many of its sizes are as they were sent
 * @param sizes its sizes that were compared; after {@code differences}, only those that differ
 */
record ComparedProduct(
        int pid, boolean readable, boolean notListed, int asSent, List<SizeDifference> sizes) {
    static ComparedProduct unreadable(int pid) {
        return new ComparedProduct(pid, false, false, 0, List.of());
    }

    static ComparedProduct notListed(int pid, boolean hasStock) {
        return new ComparedProduct(pid, true, hasStock, 0, List.of());
    }

    /**
     * Compares a product with what the service shows.
     *
     * @param kinds which sizes are compared, and how they differ; asked after a look at the product
     */
    static ComparedProduct of(
            ProductEntry product,
            List<StockEntry> shown,
            Book book,
            Function<SizeEntry, Optional<Kind>> kinds) {
        ShownStock.record(product, shown, book);
        List<SizeDifference> sizes = new ArrayList<>();
        product.sizes()
                .forEach(
                        size ->
                                kinds.apply(size)
                                        .map(kind -> SizeDifference.of(size, kind, book))
                                        .ifPresent(sizes::add));
        for (StockEntry entry : shown) {
            Stock stock = new Stock(entry.stock(), entry.barCode());
            SizeDifference line =
                    SizeDifference.unknown(product, entry.color(), entry.size(), stock);
            // A size in a format of the service's own.
            if (Size.parse(entry.size()).isEmpty() && !sizes.contains(line)) {
                sizes.add(line);
            }
        }
        int asSent = (int) sizes.stream().filter(each -> each.kind() == Kind.AS_SENT).count();
        return new ComparedProduct(product.id(), true, false, asSent, sizes);
    }

    /** The same without the sizes that are as they were sent. */
    ComparedProduct differences() {
        List<SizeDifference> differences =
                sizes.stream().filter(each -> each.kind() != Kind.AS_SENT).toList();
        return new ComparedProduct(pid, readable, notListed, asSent, differences);
    }
}
