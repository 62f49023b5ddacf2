package dev.stockload.book.rules;

import dev.stockload.book.rules.ProductEntry.Changes;
import dev.stockload.book.rules.SentColour.SentSize;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.ArrayList;
import java.util.List;

/** Whether an undo restores what was there before a run's first request of a size (rule 10). */
public final class Undoing {
    private final RunView undone;
    private final RunFacts runs;
    private final SheetNaming naming;

    public static final String UNKNOWN_BEFORE = "it is not known what was there before";

    /** What an undo does with a size, and why. */
    public enum Fate {
        RESTORED,
        /** There was none before, and the interface cannot delete a size. */
        ZEROED,
        /** Whether the run's request arrived is unknown. */
        IN_DOUBT,
        /** The service could not be read. */
        UNREADABLE,
        /** The service does not show what the run sent. */
        CHANGED,
        /** Another run has sent it since, found it so, or may still send it. */
        NEWER,
        UNKNOWN_BEFORE;

        public boolean isBroughtBack() {
            return this == RESTORED || this == ZEROED;
        }
    }

    public Undoing(RunView undo, RunView undone, RunFacts runs) {
        this.undone = undone;
        this.runs = runs;
        this.naming = new SheetNaming(undo, runs, SheetNaming.Unreadable.NOTHING);
    }

    /**
     * Restores a size in the book, or returns why it stays.
     *
     * @param readable whether the service was looked at just before
     */
    public Fate undo(
            ProductEntry product, SentColour sent, Size size, boolean readable, Changes changes) {
        ProductEntry.SizeKey place = new ProductEntry.SizeKey(sent.key(), size);
        Fate fate = fate(product.find(place), sent, sent.sizes().get(size), readable);
        if (fate.isBroughtBack()) {
            StockFact before = sent.sizes().get(size).before();
            Stock back = before.isThere() ? before.stock() : Stock.NONE_LEFT;
            naming.want(product, place, back, Changes.Cause.UNDO, changes);
        }
        return fate;
    }

    private Fate fate(SizeEntry size, SentColour colour, SentSize sent, boolean readable) {
        if (size == null) {
            return Fate.UNREADABLE;
        }
        if (size.stock.isInDoubt() || colour.isOpen()) {
            return Fate.IN_DOUBT;
        }
        if (!readable) {
            return Fate.UNREADABLE;
        }
        if (!size.stock.shown().is(sent.stock())) {
            return Fate.CHANGED;
        }
        if (isNewer(size)) {
            return Fate.NEWER;
        }
        if (!sent.before().isKnown()) {
            return Fate.UNKNOWN_BEFORE;
        }
        return sent.before().isThere() ? Fate.RESTORED : Fate.ZEROED;
    }

    private boolean isNewer(SizeEntry size) {
        if (size.stock.sentByRun() != undone.number()) {
            return true;
        }
        Naming naming = size.naming;
        if (runs.standing(naming.run()) == RunFacts.Standing.UNDONE) {
            return false;
        }
        // What a check of the store sends again was named before it.
        boolean isNamedByAnother =
                undone.checksStore()
                        ? naming.run() > undone.number()
                        : naming.run() != undone.number();
        return isNamedByAnother
                && naming.hasValue()
                && (size.stock.known().is(naming.wanted())
                        || !runs.standing(naming.run()).hasEnded());
    }

    /** Drops sizes that changed since the undone run, before an undo sends; returns them. */
    public static List<SizeEntry> keepChanged(ColourEntry colour, long undo) {
        List<SizeEntry> kept = new ArrayList<>();
        for (SizeEntry size : colour.sizes.values()) {
            if (size.naming.isWantedBy(undo) && !size.stock.isShownAsKnown()) {
                size.naming = size.naming.withoutValue();
                kept.add(size);
            }
        }
        return kept;
    }
}
