package dev.stockload.web;

import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.Stock;
import dev.stockload.check.CheckedColour;
import dev.stockload.check.CheckedSheet;
import dev.stockload.ledger.Book;
import dev.stockload.ledger.Ledger;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * What an import of the changed colours alone would leave out.
 *
 * @param same how many colours the service has as the sheet has them
 * @param unknown how many are named by item number, so that only the import itself can tell
 */
record UnchangedCount(int same, int unknown) {
    private static final int AT_A_TIME = 5000;

    static UnchangedCount of(CheckedSheet sheet, Ledger ledger, String account) {
        int same = 0;
        int unknown = 0;
        List<CheckedColour> some = new ArrayList<>();
        for (CheckedColour colour : sheet.colours()) {
            if (colour.state() != CheckedColour.State.READY) {
                continue;
            }
            if (!colour.product().hasId()) {
                unknown++;
                continue;
            }
            some.add(colour);
            if (some.size() == AT_A_TIME) {
                same += same(some, ledger, account);
                some.clear();
            }
        }
        return new UnchangedCount(same + same(some, ledger, account), unknown);
    }

    public String words() {
        if (unknown == 0) {
            return "%s would be left out".formatted(Count.of(same));
        }
        // Which product an item number means, only the service can say.
        return same == 0
                ? "known once the import has looked up the %s by item number"
                        .formatted(Count.of(unknown, "colour"))
                : "%s by product id would be left out; the %s by item number are looked up by the import"
                        .formatted(Count.of(same), Count.of(unknown));
    }

    private static int same(List<CheckedColour> colours, Ledger ledger, String account) {
        SortedMap<Integer, Book.Page> known =
                ledger.book()
                        .products(
                                account,
                                colours.stream()
                                        .map(colour -> colour.product().id())
                                        .collect(Collectors.toSet()),
                                ledger.book().runs(account));
        return (int)
                colours.stream()
                        .filter(c -> isSame(c, known.get(c.product().id()).product()))
                        .count();
    }

    private static boolean isSame(CheckedColour colour, ProductEntry product) {
        ColourEntry entry = product.colours().get(ColourKey.of(colour.name()));
        return entry != null
                && colour.sizes().unpack().stream()
                        .allMatch(
                                size -> {
                                    SizeEntry known = entry.sizes().get(size.size());
                                    Stock stock = new Stock(size.stock(), size.barcode());
                                    return known != null
                                            && !known.isInDoubt()
                                            && known.known().is(stock);
                                });
    }
}
