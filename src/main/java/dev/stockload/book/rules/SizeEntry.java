package dev.stockload.book.rules;

import dev.stockload.stock.Size;

import java.util.Set;
import java.util.TreeSet;

/** One size in the book: which run wants what, what the service has, and whose it is. */
public final class SizeEntry {
    final ColourEntry colour;
    final Size size;
    Naming naming;

    StockState stock = StockState.UNKNOWN;

    /** The jobs whose newest named sheet has the size. */
    final Set<String> jobs = new TreeSet<>();

    boolean byHand;

    SizeEntry(ColourEntry colour, Size size, long mark, Set<String> jobs) {
        this.colour = colour;
        this.size = size;
        this.naming = Naming.heldBy(mark);
        this.jobs.addAll(jobs);
    }

    public ColourEntry colour() {
        return colour;
    }

    public Size size() {
        return size;
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

    /** Whether it is a range that the service is known to have accepted. */
    public boolean isKnownRange() {
        return size.isRange() && stock.known().isThere() && stock.sentByRun() != 0;
    }

    /** Whether it belongs to a job; by hand: to no job, and an import by hand has named it. */
    public boolean isOf(String job) {
        return job.equals(RunView.BY_HAND) ? byHand && jobs.isEmpty() : jobs.contains(job);
    }
}
