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
    public enum OfSize {
        ARRIVED,
        NOT_ARRIVED,
        /** Shows the same whether the request arrived or not. */
        STANDS,
        NOTHING
    }

    /** The decision for a colour in doubt. */
    public enum Verdict {
        SENT,
        NOT_SENT,
        WAIT,
        ASK_A_PERSON
    }

    /** The table "Doubt, by size": what was there before, what was sent, what is shown now. */
    public static OfSize ofSize(StockFact before, Stock sent, StockFact shown) {
        if (!shown.isThere()) {
            return before.isThere() ? OfSize.NOTHING : OfSize.NOT_ARRIVED;
        }
        if (shown.is(sent)) {
            return !before.isKnown() || before.is(sent) ? OfSize.STANDS : OfSize.ARRIVED;
        }
        int now = shown.stock().pieces();
        boolean sameBarcode = sent.matchesBarcodeOf(shown.stock());
        if (!before.isThere()) {
            boolean sold = before.isKnown() && now < sent.pieces() && sameBarcode;
            return sold ? OfSize.ARRIVED : OfSize.NOTHING;
        }
        if (before.is(sent)) {
            return now <= sent.pieces() && sameBarcode ? OfSize.STANDS : OfSize.NOTHING;
        }
        return ofChanged(before.stock(), sent, shown.stock());
    }

    private static OfSize ofChanged(Stock before, Stock sent, Stock shown) {
        int was = before.pieces();
        int now = shown.pieces();
        boolean asBefore =
                now == was
                        && (sent.barcode() == null
                                || Objects.equals(shown.barcode(), before.barcode()));
        if (asBefore || sent.pieces() < now && now < was) {
            return OfSize.NOT_ARRIVED;
        }
        return was < now && now < sent.pieces() && sent.matchesBarcodeOf(shown)
                ? OfSize.ARRIVED
                : OfSize.NOTHING;
    }

    /**
     * The table by colour.
     *
     * @param stranger whether the product has an entry that may be ours in another form
     * @param over whether the request can no longer be applied
     * @param mayBePast whether a size that arrived had another request within the time of doubt
     *     before: then a list within that time may show what was there long ago
     */
    public static Verdict ofColour(
            Collection<OfSize> sizes, boolean stranger, boolean over, boolean mayBePast) {
        boolean arrived = sizes.contains(OfSize.ARRIVED);
        boolean absent = sizes.contains(OfSize.NOT_ARRIVED);
        if (arrived && !absent) {
            return over || !mayBePast ? Verdict.SENT : Verdict.WAIT;
        }
        if (!over) {
            return Verdict.WAIT;
        }
        if (sizes.stream().allMatch(each -> each == OfSize.STANDS)) {
            return Verdict.SENT;
        }
        return absent && !arrived && !stranger ? Verdict.NOT_SENT : Verdict.ASK_A_PERSON;
    }
}
