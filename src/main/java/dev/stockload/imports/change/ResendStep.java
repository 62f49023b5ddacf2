package dev.stockload.imports.change;

import dev.stockload.book.Book;
import dev.stockload.book.RunColour;
import dev.stockload.book.Settlement;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.read.Preparation;
import dev.stockload.imports.read.RunContext;
import dev.stockload.imports.read.StockLook;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Prepares a run that sends again what the service has lost or changed: looks at the service and
 * finds what differs. It names nothing in the book.
 */
public record ResendStep(RunContext context, ResendOrder order) implements Preparation {
    @Override
    public void settle() {
        Book book = context.book();
        Collection<ProductEntry> products = book.products(order.products()).values();
        new StockLook(context, "Comparing products with what sheets want")
                .readStock(products, book);
        List<RunColour> sending = new ArrayList<>();
        for (ProductEntry product : products) {
            sending.addAll(context.toSend(product, product.colours().keySet(), book));
        }
        context.name(naming -> Settlement.Settled.withoutSheet(sending));
    }
}
