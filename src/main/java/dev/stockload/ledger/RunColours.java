package dev.stockload.ledger;

import java.util.Collection;
import java.util.List;

/** The colours of runs, whose states move only together with the balance of their run. */
record RunColours(Runs runs, ColourTable colours) {
    /** Whoever changes something still has the run. */
    void expectOwner(Run run) {
        runs.expectOwner(run);
    }

    List<LedgerColour> in(Run run, ColourState state) {
        return colours.in(run.id(), state);
    }

    void move(String run, Collection<LedgerColour> moved, ColourState from, ColourState to) {
        move(run, moved, from, to, 0);
    }

    /**
     * @param moreRequests how many requests the run has sent by that
     */
    void move(
            String run,
            Collection<LedgerColour> moved,
            ColourState from,
            ColourState to,
            int moreRequests) {
        if (moved.isEmpty()) {
            return;
        }
        colours.move(run, moved, from, to);
        int rows = moved.stream().mapToInt(c -> c.rows().length).sum();
        Tally tally = runs.get(run).tally().move(from, to, moved.size(), rows);
        if (to == ColourState.SENT && tally.missing().sizes() > 0) {
            tally = tally.zeroed(colours.zeros(run, moved));
        }
        runs.tally(run, tally, moreRequests);
    }
}
