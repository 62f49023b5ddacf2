package dev.stockload.book.rules;

import java.util.Set;
import java.util.TreeSet;

/** One size in the book: which run wants what, what the service has, and whose it is. */
public final class SizeEntry {
    Naming naming;

    StockState stock = StockState.UNKNOWN;

    /** The jobs whose newest named sheet has the size. */
    final Set<String> jobs = new TreeSet<>();

    boolean byHand;

    SizeEntry(long mark, Set<String> jobs) {
        this.naming = Naming.heldBy(mark);
        this.jobs.addAll(jobs);
    }

    /** Takes over the naming and the stock of a range that has the size, where they are newer. */
    void join(SizeEntry range) {
        naming = naming.rank() <= range.naming.rank() ? range.naming : naming;
        stock = stock.joined(range.stock);
        jobs.addAll(range.jobs);
        byHand |= range.byHand;
    }

    public Naming naming() {
        return naming;
    }

    public StockState stock() {
        return stock;
    }

    boolean isAsWanted() {
        return stock.isKnownAs(naming.wanted()) || !stock.isInDoubt() && isDoneZero();
    }

    /** Whether it is wanted as 0 for missing, and there is no such size any more. */
    boolean isDoneZero() {
        return naming.isMissingZero() && stock.known().equals(StockFact.ABSENT);
    }

    /** Whether a request for it arrived so recently that lists may not show it yet (rule 7). */
    boolean isJustSent(RunFacts runs) {
        return stock.known().isInStock() && runs.isRecent(stock.lastRequest());
    }

    /** Whether it has stock of a job that was forgotten, and nobody has it since. */
    public boolean isOfNobody() {
        return naming.isNamed() && jobs.isEmpty() && !byHand && stock.known().isInStock();
    }

    /** Whether it belongs to a job; by hand: to no job, and an import by hand has named it. */
    public boolean isOf(String job) {
        return job.equals(RunView.BY_HAND) ? byHand && jobs.isEmpty() : jobs.contains(job);
    }
}
