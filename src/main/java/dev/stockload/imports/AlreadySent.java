package dev.stockload.imports;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.SharedColour;

import java.util.Collection;

/**
 * Which colours a run leaves out because the service has them already: where only changes are sent,
 * all such; where the run goes on in place of an older one over the same sheet, what that has sent.
 *
 * @param restored whether an older copy of the ledger was put in the place of the last
 */
record AlreadySent(Run run, boolean changedOnly, boolean continues, boolean restored) {
    static AlreadySent of(Run run, Ledger ledger) {
        return new AlreadySent(
                run,
                run.send().equals(SendMode.CHANGED.key()),
                RunOptions.read(run.options()).continues(),
                ledger.restored().isMarked(run.account()));
    }

    boolean isAsked() {
        return changedOnly || continues;
    }

    /**
     * Whether the run goes on with a product of which an older one over the same sheet sent some.
     */
    boolean began(Collection<AcknowledgedStock.Entry> product) {
        return continues && product.stream().anyMatch(last -> last.content().equals(run.content()));
    }

    /**
     * @param last what was last acknowledged of the colour; null where nothing was
     */
    boolean covers(LedgerColour colour, AcknowledgedStock.Entry last) {
        if (last == null || !last.sure()) {
            return false;
        }
        boolean same = last.content().equals(run.content());
        return last.sizes().equals(colour.sizes()) && (changedOnly || continues && same)
                || changedOnly && isBesideOthers(colour, last);
    }

    /** Whether only other jobs have sent the colour since, other sizes than these. */
    private boolean isBesideOthers(LedgerColour colour, AcknowledgedStock.Entry last) {
        // Which run has sent these is not known, so nor whether it came after a restored copy.
        return !restored && new SharedColour(last).stillHas(run.job(), colour.sizes());
    }
}
