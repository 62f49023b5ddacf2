package dev.stockload.book.rules;

import dev.stockload.stock.Stock;

/**
 * What the service has of a size, as far as we know (rules 6 to 9).
 *
 * @param known what the service last accepted from us, or showed when nothing was known
 * @param knownBy the last request that arrived; 0 if none has
 * @param sentByRun the run that sent what is there, or may have; 0 if none of ours did
 * @param doubt the request whose outcome is unknown; 0 if there is none
 * @param lastRequest the last request for it, whatever became of that; 0 if there was none
 * @param look what the last look at the service saw
 */
public record StockState(
        StockFact known, long knownBy, long sentByRun, long doubt, long lastRequest, Look look) {
    static final StockState UNKNOWN = new StockState(StockFact.UNKNOWN, 0, 0, 0, 0, Look.NONE);

    /**
     * What a look at the service saw.
     *
     * @param isLatest whether no request and no verdict has come since
     * @param isFresh whether it came late enough after the last request to show it, too (rule 8)
     */
    record Look(StockFact shown, boolean isLatest, boolean isFresh) {
        static final Look NONE = new Look(StockFact.UNKNOWN, false, false);

        Look past() {
            return new Look(shown, false, false);
        }
    }

    public StockFact shown() {
        return look.shown;
    }

    public boolean hasHadRequests() {
        return lastRequest != 0;
    }

    public boolean isInDoubt() {
        return doubt != 0;
    }

    public boolean isInDoubtBy(long request) {
        return doubt == request;
    }

    public boolean isKnownAs(Stock stock) {
        return !isInDoubt() && known.is(stock);
    }

    boolean isShownAsKnown() {
        return known.isThere() && shown().is(known.stock());
    }

    /** What is there before a request: the last look if it is fresh, otherwise what is known. */
    StockFact before() {
        return look.isFresh ? shown() : known;
    }

    /** The best guess of what is there: the last look if it is fresh, otherwise what we sent. */
    public StockFact current() {
        return known.isKnown() ? before() : shown();
    }

    StockState inDoubtBy(long request) {
        return new StockState(known, knownBy, sentByRun, request, request, look.past());
    }

    StockState arrived(Stock sent, long run) {
        return new StockState(StockFact.of(sent), doubt, run, 0, lastRequest, look.past());
    }

    StockState notArrived() {
        return new StockState(known, knownBy, sentByRun, 0, lastRequest, look.past());
    }

    /** Ends the doubt without a verdict; the sender is kept as the possible origin of the stock. */
    StockState withoutVerdict(long sender) {
        return new StockState(StockFact.UNKNOWN, knownBy, sender, 0, lastRequest, look.past());
    }

    StockState seen(StockFact shown, boolean isFresh) {
        Look seen = new Look(shown, true, isFresh);
        return new StockState(known, knownBy, sentByRun, doubt, lastRequest, seen);
    }

    StockState withKnown(StockFact fact) {
        return new StockState(fact, knownBy, sentByRun, doubt, lastRequest, look);
    }

    /** After a restore: only which requests and runs there were is still known. */
    StockState forgotten() {
        return new StockState(StockFact.UNKNOWN, 0, sentByRun, doubt, lastRequest, Look.NONE);
    }

    /** The stock of a size that a range has, where that of the range is newer; the last doubt. */
    StockState joined(StockState range) {
        long last = Math.max(lastRequest, range.lastRequest);
        long doubts = Math.max(doubt, range.doubt > knownBy ? range.doubt : 0);
        StockState newer = isInDoubt() || knownBy > range.knownBy ? this : range;
        return new StockState(
                newer.known, newer.knownBy, newer.sentByRun, doubts, last, newer.look);
    }
}
