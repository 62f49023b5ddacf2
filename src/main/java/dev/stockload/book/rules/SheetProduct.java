package dev.stockload.book.rules;

import dev.stockload.stock.Size;

import java.util.Map;
import java.util.Set;

/**
 * What a sheet says about one product.
 *
 * @param rows the good rows: the stock of each size, by the colour's key
 * @param held the colours with a bad row
 * @param unread whether the colour of one of its rows is unreadable
 * @param leftOut whether {@code send: new} leaves the product out because it has stock
 */
public record SheetProduct(
        Map<String, Map<Size, Stock>> rows, Set<String> held, boolean unread, boolean leftOut) {
    /** A product that is not in the sheet. */
    public static final SheetProduct NOTHING = new SheetProduct(Map.of(), Set.of(), false, false);

    Stock stock(ProductEntry.Place place) {
        return rows.getOrDefault(place.colour(), Map.of()).get(place.size());
    }

    /** Whether the sheet has the size, with a value or held. */
    boolean claims(ProductEntry.Place place) {
        return !leftOut && (held.contains(place.colour()) || stock(place) != null);
    }

    /** Whether the size is not missing from the sheet: it has it, or one cannot see that. */
    boolean mayHave(ProductEntry.Place place) {
        return leftOut || unread || claims(place);
    }

    /** Whether a range of the sheet contains the size. */
    boolean isInRange(ProductEntry.Place place) {
        return rows.getOrDefault(place.colour(), Map.of()).keySet().stream()
                .anyMatch(size -> !size.equals(place.size()) && size.contains(place.size()));
    }
}
