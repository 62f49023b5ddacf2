package dev.stockload.imports.change;

import static dev.stockload.sheet.TableFile.Column.column;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunFacts;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.StoreDifference;
import dev.stockload.book.rules.StoreDifference.Kind;
import dev.stockload.sheet.TableFile.Column;
import dev.stockload.stock.Stock;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A size as the service accepted it last and as it shows it.
 *
 * @param known the pieces that the service accepted; null if it accepted none
 * @param shown the pieces that it shows; null if it shows none
 * @param wanted the pieces that the newest sheets want; null if it cannot be sent again
 * @param barcode the barcode that it shows; null if it shows none
 * @param sentBarcode the barcode that it accepted; null if it shows no other
 * @param request the request that it accepted last; null if it accepted none
 */
public record SizeDifference(
        int pid,
        String item,
        String color,
        String size,
        Integer known,
        Integer shown,
        Integer wanted,
        Kind kind,
        @JsonInclude(JsonInclude.Include.NON_NULL) String barcode,
        @JsonInclude(JsonInclude.Include.NON_NULL) String sentBarcode,
        @JsonInclude(JsonInclude.Include.NON_NULL) Long request) {
    public static final List<Column<SizeDifference>> COLUMNS =
            List.of(
                    column("Product ID", SizeDifference::pid),
                    column("Item number", SizeDifference::item),
                    column("Colour", SizeDifference::color),
                    column("Size", SizeDifference::size),
                    column("Result", SizeDifference::kind),
                    column("Sent", SizeDifference::known),
                    column("Shown", SizeDifference::shown),
                    column("Wanted", SizeDifference::wanted),
                    column("Barcode", SizeDifference::barcode),
                    column("Sent barcode", SizeDifference::sentBarcode));

    /** The order in which people are shown what differs. */
    static final Comparator<SizeDifference> MOST_PRESSING =
            Comparator.comparing(SizeDifference::kind);

    /** A size that the service shows, in any format, and that no sheet has. */
    static SizeDifference unknown(ProductEntry product, String colour, String size, Stock shown) {
        return new SizeDifference(
                product.id(),
                product.item(),
                colour,
                size,
                null,
                shown == null ? null : (Integer) shown.pieces(),
                null,
                Kind.UNKNOWN,
                shown == null ? null : shown.barcode(),
                null,
                null);
    }

    /** A size of ours with what was accepted of it, and what would be sent again. */
    static SizeDifference of(SizeEntry entry, Kind found, RunFacts runs) {
        Stock there = entry.stock().shown().stock();
        SizeDifference line =
                unknown(
                        entry.colour().product(),
                        entry.colour().shownName(),
                        entry.size().toString(),
                        there);
        if (found == Kind.UNKNOWN) {
            return line;
        }
        String sent =
                entry.stock().known().isThere() ? entry.stock().known().stock().barcode() : null;
        boolean isOther = there != null && sent != null && !sent.equals(there.barcode());
        return new SizeDifference(
                line.pid,
                line.item,
                line.color,
                line.size,
                entry.stock().known().pieces(),
                line.shown,
                found == Kind.NOT_IN_SHEET
                        ? null
                        : StoreDifference.wanted(entry, runs).map(Stock::pieces).orElse(null),
                found,
                line.barcode,
                isOther ? sent : null,
                entry.stock().knownBy());
    }

    /** Whether the service accepted it and shows something else now. */
    boolean isChangedThere() {
        return kind == Kind.LESS || kind == Kind.MORE || kind == Kind.GONE;
    }

    /** Whether it can be sent again; what was sold only if that is asked for. */
    boolean isSentAgain(boolean alsoLess) {
        return wanted != null && (alsoLess || kind != Kind.LESS);
    }

    /** The same in two checks if nobody has changed the size in between. */
    List<Object> state() {
        return Arrays.asList(pid, color, size, shown, barcode, request);
    }
}
