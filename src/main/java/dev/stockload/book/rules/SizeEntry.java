package dev.stockload.book.rules;

import dev.stockload.stock.Stock;

import java.util.Set;
import java.util.TreeSet;

/** One size in the book: what is wanted and by which run, and what the service has. */
public final class SizeEntry {
    /** The value from the newest run that names the size with one; null before. */
    Stock wanted;

    /** The run whose naming stands; 0 if no run has named it. */
    long run;

    /** The rank of that naming: its run, or the run that it repeats or undoes. */
    long rank;

    /** The rank of the last naming by a job other than that of the run. */
    long under;

    /** Whether the run named it with a value instead of only holding it. */
    boolean valued;

    /** The job whose sheet lacks it, so that it is wanted as 0; null if it is no such zero. */
    String zeroOf;

    /** The jobs whose newest named sheet has the size. */
    final Set<String> jobs = new TreeSet<>();

    boolean byHand;

    /** What the service last accepted from us, or showed when nothing was known. */
    StockFact known = StockFact.UNKNOWN;

    /** The number of the last request that arrived; 0 if none has. */
    long knownBy;

    /** The run that brought what is there, or may have; 0 if none of ours did. */
    long bringer;

    /** The number of the request whose outcome is unknown; 0 if there is none. */
    long doubt;

    /** What the last look at the service saw. */
    StockFact shown = StockFact.UNKNOWN;

    /** Whether that look came after the last request and the last verdict. */
    boolean seen;

    /** Whether it came late enough after the last request to show it, too (rule 8). */
    boolean fresh;

    /** The number of the last request for it, whatever became of that; 0 if there was none. */
    long touched;

    SizeEntry(long mark, Set<String> jobs) {
        this.run = mark;
        this.rank = mark;
        this.jobs.addAll(jobs);
    }

    /** Takes over the naming and the stock of a range that has the size, where they are newer. */
    void join(SizeEntry range) {
        if (rank <= range.rank) {
            wanted = range.wanted;
            run = range.run;
            rank = range.rank;
            under = range.under;
            valued = range.valued;
            zeroOf = range.zeroOf;
        }
        jobs.addAll(range.jobs);
        byHand |= range.byHand;
        touched = Math.max(touched, range.touched);
        if (!isInDoubt() && knownBy <= range.knownBy) {
            known = range.known;
            knownBy = range.knownBy;
            bringer = range.bringer;
            shown = range.shown;
            seen = range.seen;
            fresh = range.fresh;
        }
    }

    /** The last look says nothing any more: a request or a verdict has come since. */
    void unsee() {
        seen = false;
        fresh = false;
    }

    /** What is there before a request: the last look if it is fresh, otherwise what is known. */
    StockFact before() {
        return fresh ? shown : known;
    }

    public boolean isInDoubt() {
        return doubt != 0;
    }

    public boolean isInDoubtBy(long request) {
        return doubt == request;
    }

    /** Whether a run has named it; the service may have shown it without one. */
    public boolean isNamed() {
        return run != 0;
    }

    public long bringer() {
        return bringer;
    }

    public long knownBy() {
        return knownBy;
    }

    /** The best guess of what is there: the last look if it is fresh, otherwise what we sent. */
    public StockFact stands() {
        return fresh || !known.isKnown() ? shown : known;
    }

    public boolean isAsWanted() {
        return isKnownAs(wanted) || doubt == 0 && isDoneZero();
    }

    /** Whether it is wanted as 0 for missing, and there is no such size any more. */
    boolean isDoneZero() {
        return zeroOf != null && known.equals(StockFact.ABSENT);
    }

    public boolean isKnownAs(Stock stock) {
        return doubt == 0 && known.is(stock);
    }

    public boolean isWantedBy(long number) {
        return run == number && valued;
    }

    /** Ends the doubt without a verdict; the sender is kept as the possible origin of the stock. */
    void endDoubt(long sender) {
        bringer = sender;
        doubt = 0;
        known = StockFact.UNKNOWN;
        unsee();
    }

    /** Whether this run wants it as 0, and not because it is missing. */
    public boolean isZeroOfSheet(long number) {
        return isWantedBy(number) && zeroOf == null && wanted.pieces() == 0;
    }

    public Stock wanted() {
        return wanted;
    }

    public long run() {
        return run;
    }

    public StockFact known() {
        return known;
    }

    public StockFact shown() {
        return shown;
    }

    /** Whether it has stock of a job that was forgotten, and nobody has it since. */
    public boolean isOfNobody() {
        return isNamed() && jobs.isEmpty() && !byHand && known.isInStock();
    }

    /** Whether it belongs to a job; by hand: to no job, and an import by hand has named it. */
    public boolean isOf(String job) {
        return job.equals(RunView.BY_HAND) ? byHand && jobs.isEmpty() : jobs.contains(job);
    }
}
