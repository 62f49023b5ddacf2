package dev.stockload.imports.change;

import dev.stockload.stock.Stock;

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
        EQUAL,
        /** The service does not have the size. */
        MISSING,
        /** The service has another quantity or barcode. */
        DIFFERENT,
        /** The service has it, but nobody sent it. */
        EXTRA,
        /** The service still has it from an earlier run; the sheet of this run does not have it. */
        NOT_IN_SHEET,
        /** The merchant's product list lacks the product, so the service shows none of it. */
        NOT_LISTED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** The same of a product that is not listed. */
    SizeDifference notListed() {
        return new SizeDifference(
                Verdict.NOT_LISTED, product, colour, size, sentStock, sentBarcode, null, null);
    }

    public static SizeDifference of(
            Verdict verdict, int product, String colour, String size, Stock sent, Stock found) {
        return new SizeDifference(
                verdict,
                product,
                colour,
                size,
                sent == null ? null : sent.pieces(),
                sent == null ? null : sent.barcode(),
                found == null ? null : found.pieces(),
                found == null ? null : found.barcode());
    }
}
