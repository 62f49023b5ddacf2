package dev.stockload.book.rules;

import dev.stockload.stock.Size;
import dev.stockload.stock.Standing;
import dev.stockload.stock.Stock;

import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the service differs from what it accepted, and what of this is sent again on request. Such a
 * run names nothing: it sends what the newest sheets want.
 */
public final class StoreDifference {
    private StoreDifference() {}

    /** How what the service shows of a size differs from what it accepted, most pressing first. */
    public enum Kind {
        /** Whether a request for it arrived is not known; its run decides that. */
        DOUBT,
        GONE,
        /** More pieces or another barcode: changed there, or another program writes. */
        MORE,
        /** Fewer pieces: sold, or changed there. */
        LESS,
        /** No sheet has named it. */
        UNKNOWN,
        /** It is still there from an earlier sheet of the job; the sheet of this run lacks it. */
        NOT_IN_SHEET,
        AS_SENT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** The difference after a look; empty if there is none, or it cannot be known. */
    public static Optional<Kind> kind(SizeEntry size) {
        StockState stock = size.stock;
        if (!size.naming.isNamed() && stock.shown().isThere()) {
            return Optional.of(Kind.UNKNOWN);
        }
        if (stock.isInDoubt()) {
            return Optional.of(Kind.DOUBT);
        }
        if (!stock.known().isThere() || isAsAccepted(size)) {
            return Optional.empty();
        }
        if (!stock.shown().isThere()) {
            return Optional.of(Kind.GONE);
        }
        boolean fewer = stock.shown().pieces() < stock.known().pieces();
        boolean sameBarcode = stock.known().stock().matchesBarcodeOf(stock.shown().stock());
        return Optional.of(fewer && sameBarcode ? Kind.LESS : Kind.MORE);
    }

    /** Whether the service shows what it accepted; it may leave out sizes without stock. */
    public static boolean isAsAccepted(SizeEntry size) {
        StockState stock = size.stock;
        return size.naming.isNamed()
                && !stock.isInDoubt()
                && stock.known().isThere()
                && (stock.shown().isThere() ? stock.isShownAsKnown() : stock.known().pieces() == 0);
    }

    /**
     * What to send again for a size that differs; empty if no sheet wants it, or if it may be there
     * in a form of the service's own.
     */
    public static Optional<Stock> wanted(SizeEntry size, RunFacts runs) {
        Naming naming = size.naming;
        StockFact shown = size.stock.shown();
        boolean mayHide = !shown.isThere() && !size.colour.product.strangers.isEmpty();
        boolean isRight = shown.isThere() ? shown.is(naming.wanted()) : naming.isZero();
        return naming.hasValue()
                        && !size.stock.isInDoubt()
                        && !mayHide
                        && !isRight
                        && !SendRules.isTakenZero(size)
                        && runs.standing(naming.run()) != Standing.UNDONE
                ? Optional.of(naming.wanted())
                : Optional.empty();
    }

    /** What a run still has to send again of a colour: sizes that no newer run has named. */
    static SortedMap<Size, Stock> toSend(ColourEntry colour, RunView run, RunFacts runs) {
        SortedMap<Size, Stock> values = new TreeMap<>();
        for (SizeEntry size : colour.sizes.values()) {
            if (size.stock.look().isLatest()
                    && size.naming.run() < run.number()
                    && kind(size).filter(found -> isSentAgain(found, run)).isPresent()) {
                wanted(size, runs).ifPresent(stock -> values.put(size.size, stock));
            }
        }
        return values;
    }

    private static boolean isSentAgain(Kind found, RunView run) {
        return switch (found) {
            case MORE, GONE -> true;
            case LESS -> run.work() == Work.RESEND_SOLD;
            default -> false;
        };
    }
}
