package dev.stockload.book.rules;

/** Whether an undo brings back what was there before a run's first request of a size (rule 10). */
public final class Undoing {
    private final long undone;
    private final RunFacts runs;
    private final Naming naming;

    /** What becomes of a size. */
    public enum Fate {
        RESTORED("restored"),
        /** There was none before, and the interface cannot delete. */
        ZEROED("set to 0"),
        IN_DOUBT("whether it arrived is in doubt"),
        CHANGED("sold or changed since, or the service does not show it"),
        NEWER("a newer run has it"),
        UNKNOWN_BEFORE("what was there before is not known");

        private final String words;

        Fate(String words) {
            this.words = words;
        }

        public boolean isBroughtBack() {
            return this == RESTORED || this == ZEROED;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * What the run did to a size.
     *
     * @param before what was there before its first request of the size
     * @param sent what its last one sent
     * @param inDoubt whether that is in doubt
     */
    public record Done(StockFact before, Stock sent, boolean inDoubt) {}

    /**
     * @param undo the run that brings back
     * @param undone the number of the run that is undone
     */
    public Undoing(RunView undo, long undone, RunFacts runs, Changes changes) {
        this.undone = undone;
        this.runs = runs;
        this.naming = new Naming(undo, runs, Naming.Unreadable.NOTHING, changes);
    }

    /**
     * Brings a size back in the book, or tells why it stays.
     *
     * @param readable whether the service was looked at right before
     */
    public Fate undo(ProductEntry product, ProductEntry.Place place, Done done, boolean readable) {
        Fate fate = fate(product.find(place.colour(), place.size()), done, readable);
        if (fate.isBroughtBack()) {
            Stock back = done.before().isThere() ? done.before().stock() : Stock.NONE_LEFT;
            naming.want(product, place, back, Changes.Cause.UNDO);
        }
        return fate;
    }

    /** The same without changing anything. */
    public Fate fate(SizeEntry size, Done done, boolean readable) {
        if (size.isInDoubt() || done.inDoubt()) {
            return Fate.IN_DOUBT;
        }
        if (!readable || !size.shown.is(done.sent())) {
            return Fate.CHANGED;
        }
        if (isNewer(size)) {
            return Fate.NEWER;
        }
        if (!done.before().isKnown()) {
            return Fate.UNKNOWN_BEFORE;
        }
        return done.before().isThere() ? Fate.RESTORED : Fate.ZEROED;
    }

    /** Whether another run has brought the size since, found it so, or may still send it. */
    private boolean isNewer(SizeEntry size) {
        if (size.bringer != undone) {
            return true;
        }
        return size.run != undone
                && size.valued
                && (size.known.is(size.wanted) || !runs.standing(size.run).hasEnded());
    }
}
