package dev.stockload.imports.change;

import dev.stockload.book.Book;
import dev.stockload.book.RunColour;
import dev.stockload.book.Settlement;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SendRules;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.run.Preparation;
import dev.stockload.imports.run.RunContext;
import dev.stockload.imports.run.StockLook;

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
        List<RunColour> colours =
                new SendRules(context.run().view(), book)
                                .toSend(
                                        products.stream()
                                                .flatMap(each -> each.colours().values().stream()))
                                .keySet()
                                .stream()
                                .map(colour -> RunColour.withoutRows(colour, 0))
                                .toList();
        context.name(naming -> Settlement.Settled.withoutSheet(colours));
    }
}
