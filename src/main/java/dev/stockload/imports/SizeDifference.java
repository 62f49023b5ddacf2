package dev.stockload.imports;

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
        EXTRA;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static SizeDifference extra(int product, StockEntry entry) {
        return new SizeDifference(
                Verdict.EXTRA,
                product,
                entry.color(),
                entry.size(),
                null,
                null,
                entry.stock(),
                entry.barCode());
    }
}
