package dev.stockload.book.rules;

import java.util.Set;
import java.util.TreeSet;

/** One size in the book: what is wanted of it and by whom, and what the service has of it. */
public final class SizeEntry {
    /** What the newest run that names the size with a value says; null before. */
    Stock wanted;

    /** The run whose naming stands; 0 where nobody has named it. */
    long run;

    /** The place of that naming in the order: its run, or the run that this one repeats. */
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

    /** What is there before a request: as looked at since the last one, else as known. */
    StockFact before() {
        return fresh ? shown : known;
    }

    public boolean isInDoubt() {
        return doubt != 0;
    }

    /** Whether the service is known to have what is wanted. */
    public boolean isAsWanted() {
        return doubt == 0 && known.is(wanted);
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

    public Set<String> jobs() {
        return jobs;
    }
}
