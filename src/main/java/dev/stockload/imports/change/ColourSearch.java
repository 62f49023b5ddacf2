package dev.stockload.imports.change;

import dev.stockload.book.Book;
import dev.stockload.book.rules.ProductEntry;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Finds products of the book by a part of a colour's name. */
public record ColourSearch(Book book, String account) {
    private static final int MOST = 100;

    /** A product with the colours that were found. */
    public record Found(int pid, String item, List<String> colours) {}

    /** The first products with such a colour. */
    public List<Found> products(String part) {
        List<Found> found = new ArrayList<>();
        Iterator<Book.Page> pages = book.all(account, book.runs(account));
        while (pages.hasNext() && found.size() < MOST) {
            ProductEntry product = pages.next().product();
            List<String> colours =
                    product.colours().entrySet().stream()
                            .map(colour -> colour.getValue().nameOr(colour.getKey()))
                            .filter(name -> StockHistory.isMeant(part, name))
                            .toList();
            if (!colours.isEmpty()) {
                found.add(new Found(product.id(), product.item(), colours));
            }
        }
        return found;
    }
}
