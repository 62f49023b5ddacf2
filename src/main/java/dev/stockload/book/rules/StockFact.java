package dev.stockload.book.rules;

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

    @Override
    public String toString() {
        return !isKnown ? "?" : stock == null ? "-" : stock.toString();
    }
}
