package dev.stockload.pipeline;

import dev.stockload.ledger.Acknowledged;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A run that goes on late must not put old stock over what a later run has sent since. */
final class Superseded {
    private static final int PRODUCTS_AT_A_TIME = 500;

    private Superseded() {}

    /** Leaves out the waiting colours that a later run has sent; their number. */
    static int leaveOut(Run run, Ledger ledger) {
        List<LedgerColour> ready = ledger.colours().in(run.id(), ColourState.READY);
        List<Integer> products = ready.stream().map(LedgerColour::product).distinct().toList();
        List<LedgerColour> old = new ArrayList<>();
        for (int from = 0; from < products.size(); from += PRODUCTS_AT_A_TIME) {
            List<Integer> some =
                    products.subList(from, Math.min(products.size(), from + PRODUCTS_AT_A_TIME));
            Map<Acknowledged.Key, Acknowledged.Entry> newest =
                    ledger.acknowledged().of(run.account(), some);
            for (LedgerColour colour : ready) {
                Acknowledged.Entry entry =
                        newest.get(new Acknowledged.Key(colour.product(), colour.name()));
                if (entry != null && entry.runStartedAt().isAfter(run.startedAt())) {
                    old.add(colour);
                }
            }
        }
        if (!old.isEmpty()) {
            ledger.outbox().superseded(run.id(), old);
        }
        return old.size();
    }
}
