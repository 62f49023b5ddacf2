package dev.stockload.book.rules;

import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

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

    /** Names it without a value (rule 2). */
    void hold(RunView run, RunFacts runs) {
        if (takesNaming(run, runs)) {
            naming = naming.withoutValue();
        }
    }

    /** Names it with a value, if the run may. */
    void want(
            RunView run,
            RunFacts runs,
            Stock value,
            StockChanges.Cause cause,
            StockChanges changes) {
        if (!takesNaming(run, runs)) {
            return;
        }
        Stock before = naming.wanted();
        Stock wanted = value.withBarcodeOf(before);
        String zeroOf = cause == StockChanges.Cause.MISSING ? run.job() : null;
        naming = naming.withValue(wanted, zeroOf);
        if (!wanted.equals(before)) {
            changes.add(this, cause, before, wanted);
        }
        if (stock.isInDoubt()) {
            // Settling comes after clearing, so the time of this doubt is over (rule 9).
            stock = stock.withoutVerdict(runs.senderOf(stock.doubt()));
        }
    }

    /** Makes the run's naming stand if it may; otherwise notes that it tried. */
    private boolean takesNaming(RunView run, RunFacts runs) {
        Long other = colour.namedBy.get(run.job());
        if (other == null || !runs.isNewer(other, run)) {
            colour.namedBy.put(run.job(), run.number());
        }
        boolean takes = naming.yieldsTo(run, runs);
        if (takes) {
            naming = naming.by(run, runs);
        } else if (naming.isZeroOfAnother(run)) {
            naming = naming.withPrevious(run.rank());
        }
        return takes;
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
