package dev.stockload.book.rules;

import dev.stockload.book.rules.SentColour.SentSize;
import dev.stockload.stock.Standing;
import dev.stockload.stock.Stock;
import dev.stockload.stock.StoredLetter;

import java.util.ArrayList;
import java.util.List;

/** Whether an undo restores what was there before a run's first request of a size (rule 10). */
public final class UndoRules {
    private final RunView undo;
    private final RunView undone;
    private final RunFacts runs;

    /** What an undo does with a size, and why (rule 10). */
    public enum UndoDecision implements StoredLetter {
        RESTORED('r', ""),
        /** The interface cannot delete a size. */
        ZEROED('z', "it was not there before"),
        IN_DOUBT('d', "nobody knows yet whether it arrived"),
        UNREADABLE('u', "the service does not show what is there"),
        CHANGED('c', "the service does not show what the run sent"),
        NEWER('n', "another run has sent it since, found it so, or may still send it"),
        UNKNOWN_BEFORE('b', "it is not known what was there before");

        private final char letter;
        private final String reason;

        UndoDecision(char letter, String reason) {
            this.letter = letter;
            this.reason = reason;
        }

        @Override
        public char letter() {
            return letter;
        }

        public String reason() {
            return reason;
        }

        public boolean isBroughtBack() {
            return this == RESTORED || this == ZEROED;
        }
    }

    public UndoRules(RunView undo, RunView undone, RunFacts runs) {
        this.undone = undone;
        this.runs = runs;
        this.undo = undo;
    }

    /**
     * Restores a size in the book, or returns why it stays.
     *
     * @param size as it is now
     * @param sent what was sent of it, maybe within a range that was opened since (rule 14)
     * @param readable whether the service was looked at just before
     */
    public UndoDecision undo(
            SizeEntry size,
            SentColour colour,
            SentSize sent,
            boolean readable,
            StockChanges changes) {
        UndoDecision decision = decide(size, colour, sent, readable);
        if (decision.isBroughtBack()) {
            StockFact before = sent.before();
            Stock back = before.isThere() ? before.stock() : Stock.NONE_LEFT;
            size.want(undo, runs, back, StockChanges.Cause.UNDO, changes);
        }
        return decision;
    }

    private UndoDecision decide(
            SizeEntry size, SentColour colour, SentSize sent, boolean readable) {
        if (size.stock.isInDoubt() || colour.isOpen()) {
            return UndoDecision.IN_DOUBT;
        }
        if (!readable) {
            return UndoDecision.UNREADABLE;
        }
        if (!size.stock.shown().is(sent.stock())) {
            return UndoDecision.CHANGED;
        }
        if (isNewer(size)) {
            return UndoDecision.NEWER;
        }
        if (!sent.before().isKnown()) {
            return UndoDecision.UNKNOWN_BEFORE;
        }
        return sent.before().isThere() ? UndoDecision.RESTORED : UndoDecision.ZEROED;
    }

    private boolean isNewer(SizeEntry size) {
        if (size.stock.sentByRun() != undone.number()) {
            return true;
        }
        Naming naming = size.naming;
        if (runs.standing(naming.run()) == Standing.UNDONE) {
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
        List<SizeEntry> changed = new ArrayList<>();
        for (SizeEntry size : colour.sizes.values()) {
            if (size.naming.isWantedBy(undo) && !size.stock.isShownAsKnown()) {
                size.naming = size.naming.withoutValue();
                changed.add(size);
            }
        }
        return changed;
    }
}
