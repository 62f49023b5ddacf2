package dev.stockload.book.rules;

import dev.stockload.stock.ColourState;
import dev.stockload.stock.Stock;
import dev.stockload.stock.StoredLetter;

/** Receives each change of wanted or known stock, for the history. */
public interface StockChanges {
    StockChanges NOWHERE = (size, cause, before, after) -> {};

    /** Why a size is wanted or known so, or why its colour was not sent. */
    enum Cause implements StoredLetter {
        SHEET('S', "sheet"),
        MISSING('M', "missing"),
        UNDO('U', "undo"),
        ACCEPTED('A', "accepted"),
        READ_BACK('B', "readback"),
        TAKEN_AS_SENT('T', "takenAsSent"),
        HELD(ColourState.HELD, "held"),
        REJECTED(ColourState.REJECTED, "rejected"),
        LEFT_OUT(ColourState.LEFT_OUT, "leftOut"),
        SUPERSEDED(ColourState.SUPERSEDED, "superseded");

        private final char letter;
        private final String key;
        private final boolean change;

        Cause(char letter, String key) {
            this.letter = letter;
            this.key = key;
            this.change = true;
        }

        Cause(ColourState notSent, String key) {
            this.letter = notSent.letter();
            this.key = key;
            this.change = false;
        }

        @Override
        public char letter() {
            return letter;
        }

        /** As {@code why --json} names it. */
        public String key() {
            return key;
        }

        /** Whether it changed what is wanted or known. */
        public boolean isChange() {
            return change;
        }
    }

    /** {@code before} is null if there was nothing. */
    void add(SizeEntry size, Cause cause, Stock before, Stock after);
}
