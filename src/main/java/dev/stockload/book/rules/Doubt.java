package dev.stockload.book.rules;

import dev.stockload.stock.Stock;

import java.time.Duration;
import java.util.Collection;
import java.util.Objects;

/** Decides what became of a request whose outcome is unknown, by a look at the service (rule 9). */
public final class Doubt {
    /** A rate limit answers at once; a later 429 may come after the request was applied. */
    private static final Duration PROMPT = Duration.ofSeconds(5);

    private Doubt() {}

    /** Whether a 429 that came after this time means that nothing was applied (rule 15). */
    public static boolean isRuledOutBy429(Duration took) {
        return took.compareTo(PROMPT) <= 0;
    }

    /** What the service shows for one size that was sent. */
    public enum SizeComparison {
        ARRIVED,
        NOT_ARRIVED,
        /** Shows the same whether the request arrived or not. */
        SAME_EITHER_WAY,
        NOTHING
    }

    /** The decision for a colour in doubt. */
    public enum Decision {
        SENT,
        NOT_SENT,
        WAIT,
        ASK_A_PERSON
    }

    /** The table "Doubt, by size": what was there before, what was sent, what is shown now. */
    public static SizeComparison ofSize(StockFact before, Stock sent, StockFact shown) {
        if (!shown.isThere()) {
            return before.isThere() ? SizeComparison.NOTHING : SizeComparison.NOT_ARRIVED;
        }
        if (shown.is(sent)) {
            return !before.isKnown() || before.is(sent)
                    ? SizeComparison.SAME_EITHER_WAY
                    : SizeComparison.ARRIVED;
        }
        int now = shown.stock().pieces();
        boolean sameBarcode = sent.matchesBarcodeOf(shown.stock());
        if (!before.isThere()) {
            boolean sold = before.isKnown() && now < sent.pieces() && sameBarcode;
            return sold ? SizeComparison.ARRIVED : SizeComparison.NOTHING;
        }
        if (before.is(sent)) {
            return now <= sent.pieces() && sameBarcode
                    ? SizeComparison.SAME_EITHER_WAY
                    : SizeComparison.NOTHING;
        }
        return ofChanged(before.stock(), sent, shown.stock());
    }

    private static SizeComparison ofChanged(Stock before, Stock sent, Stock shown) {
        int was = before.pieces();
        int now = shown.pieces();
        boolean asBefore =
                now == was
                        && (sent.barcode() == null
                                || Objects.equals(shown.barcode(), before.barcode()));
        if (asBefore || sent.pieces() < now && now < was) {
            return SizeComparison.NOT_ARRIVED;
        }
        return was < now && now < sent.pieces() && sent.matchesBarcodeOf(shown)
                ? SizeComparison.ARRIVED
                : SizeComparison.NOTHING;
    }

    /**
     * The table by colour.
     *
     * @param stranger whether the product has an entry that may be ours in another form
     * @param over whether the request can no longer be applied
     * @param mayBePast whether a size that arrived had another request within the time of doubt
     *     before: then a list within that time may show what was there long ago
     */
    public static Decision ofColour(
            Collection<SizeComparison> sizes, boolean stranger, boolean over, boolean mayBePast) {
        boolean arrived = sizes.contains(SizeComparison.ARRIVED);
        boolean absent = sizes.contains(SizeComparison.NOT_ARRIVED);
        if (arrived && !absent) {
            return over || !mayBePast ? Decision.SENT : Decision.WAIT;
        }
        if (!over) {
            return Decision.WAIT;
        }
        if (sizes.stream().allMatch(each -> each == SizeComparison.SAME_EITHER_WAY)) {
            return Decision.SENT;
        }
        return absent && !arrived && !stranger ? Decision.NOT_SENT : Decision.ASK_A_PERSON;
    }
}
