package dev.stockload.compare;

import dev.stockload.merchant.StockEntry;

import java.util.Locale;

/**
 * One size of a colour as it was sent and as the service shows it; what is null was not sent, or is
 * not there.
 */
public record SizeDifference(
        Verdict verdict,
        int product,
        String colour,
        String size,
        Integer sentStock,
        String sentBarcode,
        Integer foundStock,
        String foundBarcode) {
    /** How the two compare. */
    public enum Verdict {
        /** The service has what was sent. */
        EQUAL,
        /** The service does not have it. */
        MISSING,
        /** The service has another quantity or barcode. */
        DIFFERENT,
        /** The service has it, and nobody sent it. */
        EXTRA,
        /** The service still has it from an earlier run: the sheet of this one does not name it. */
        NOT_IN_SHEET;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** What the service has and the run did not send. */
    public static SizeDifference unsent(Verdict verdict, int product, StockEntry entry) {
        return new SizeDifference(
                verdict,
                product,
                entry.color(),
                entry.size(),
                null,
                null,
                entry.stock(),
                entry.barCode());
    }
}
