package dev.stockload.book.rules;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.Stock;

/**
 * What is known about a size at the service: nothing, that it is absent, or its stock.
 *
 * @param stock null if the size is absent or nothing is known
 */
public record StockFact(boolean isKnown, Stock stock) {
    public static final StockFact UNKNOWN = new StockFact(false, null);
    public static final StockFact ABSENT = new StockFact(true, null);

    static StockFact of(Stock stock) {
        return stock == null ? ABSENT : new StockFact(true, stock);
    }

    public boolean isThere() {
        return stock != null;
    }

    public Integer pieces() {
        return stock == null ? null : (Integer) stock.pieces();
    }

    public boolean isInStock() {
        return stock != null && stock.pieces() > 0;
    }

    /** Whether this equals what is wanted (rule 6): unknown equals nothing. */
    public boolean is(Stock wanted) {
        return stock != null && wanted.pieces() == stock.pieces() && wanted.matchesBarcodeOf(stock);
    }

    /** 0: unknown; 1: absent; 2: followed by pieces and barcode. */
    void write(PackedWriter out) {
        out.number(stock != null ? 2 : isKnown ? 1 : 0);
        if (stock != null) {
            out.number(stock.pieces());
            out.digits(stock.barcode());
        }
    }

    static StockFact read(PackedReader in) {
        return switch (in.number()) {
            case 0 -> UNKNOWN;
            case 1 -> ABSENT;
            default -> of(new Stock(in.number(), in.digits()));
        };
    }

    @Override
    public String toString() {
        return !isKnown ? "?" : stock == null ? "-" : stock.toString();
    }
}
