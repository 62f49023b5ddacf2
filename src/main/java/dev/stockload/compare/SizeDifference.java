package dev.stockload.compare;

import dev.stockload.merchant.StockEntry;

import java.util.Locale;

/**
 * One size of a colour as it was sent and as the service shows it; null for what was not sent or is
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
    public enum Verdict {
        /** The service has what was sent. */
        EQUAL,
        /** The service does not have the size. */
        MISSING,
        /** The service has another quantity or barcode. */
        DIFFERENT,
        /** The service has it, but nobody sent it. */
        EXTRA,
        /** The service still has it from an earlier run; the sheet of this run does not have it. */
        NOT_IN_SHEET;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** A size that the service has and the run did not send. */
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
