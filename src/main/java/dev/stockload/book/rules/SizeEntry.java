package dev.stockload.book.rules;

import java.util.Set;
import java.util.TreeSet;

/** One size in the book: what is wanted of it and by whom, and what the service has of it. */
public final class SizeEntry {
    /** What the newest run that names the size with a value says; null before. */
    Stock wanted;

    /** The run whose naming stands; 0 where nobody has named it. */
    long run;

    /** The place of that naming in the order: its run, or the run that it repeats or undoes. */
    long rank;

    /** The place of the last naming by another job than that of the run. */
    long under;

    /** Whether the run named it with a value, and does not only hold it back. */
    boolean valued;

    /**
     * The job that wants it as 0, since it left that job's sheet; null where it is no such zero.
     */
    String zeroOf;

    /** The jobs whose newest named sheet has it. */
    final Set<String> jobs = new TreeSet<>();

    /** Whether an import by hand has named it. */
    boolean byHand;

    /** What the service last took from us. */
    StockFact known = StockFact.UNKNOWN;

    /** The number of the request that made it known. */
    long knownBy;

    /** The run of that request. */
    long bringer;

    /** The number of the request whose answer is not known yet; 0 where there is none. */
    long doubt;

    /** What a look at the service last saw. */
    StockFact shown = StockFact.UNKNOWN;

    /** Whether that look came after the last request and the last verdict. */
    boolean fresh;

    SizeEntry(long mark, Set<String> jobs) {
        this.run = mark;
        this.rank = mark;
        this.jobs.addAll(jobs);
    }

    SizeEntry copy() {
        SizeEntry copy = new SizeEntry(run, jobs);
        copy.wanted = wanted;
        copy.rank = rank;
        copy.under = under;
        copy.valued = valued;
        copy.zeroOf = zeroOf;
        copy.byHand = byHand;
        copy.known = known;
        copy.knownBy = knownBy;
        copy.bringer = bringer;
        copy.shown = shown;
        copy.fresh = fresh;
        return copy;
    }

    /** What is there before a request: as looked at since the last one, else as known. */
    StockFact before() {
        return fresh ? shown : known;
    }

    public boolean isInDoubt() {
        return doubt != 0;
    }

    /** Whether it is in doubt because of this request. */
    public boolean isInDoubtBy(long request) {
        return doubt == request;
    }

    /** Whether somebody has named it, and not only the service has shown it. */
    public boolean isNamed() {
        return run != 0;
    }

    /** The run of the request that made it known. */
    public long bringer() {
        return bringer;
    }

    /** What is there as far as anybody knows: as it was seen last, else as it was sent. */
    public StockFact stands() {
        return fresh || !known.isKnown() ? shown : known;
    }

    /** Whether the service is known to have what is wanted. */
    public boolean isAsWanted() {
        return isKnownAs(wanted);
    }

    /** Whether the service is known to have this. */
    public boolean isKnownAs(Stock stock) {
        return doubt == 0 && known.is(stock);
    }

    /** Whether this run's naming stands, with a value. */
    public boolean isWantedBy(long number) {
        return run == number && valued;
    }

    /** The doubt ends without a verdict; whose stock it may be is kept. */
    void endDoubt(long sender) {
        bringer = sender;
        doubt = 0;
        known = StockFact.UNKNOWN;
        fresh = false;
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

    /** Whether the newest named sheet of a job has it, or had it last; by hand: any of them. */
    public boolean isOf(String job) {
        return job.equals(RunView.BY_HAND) ? byHand && jobs.isEmpty() : jobs.contains(job);
    }
}
