package dev.stockload.imports;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;

import java.util.Collection;

/**
 * Which colours a run leaves out because the service has them already: where only changes are sent,
 * all such; where the run goes on in place of an older one over the same sheet, what that has sent.
 */
record AlreadySent(Run run, boolean changedOnly, boolean continues) {
    static AlreadySent of(Run run) {
        return new AlreadySent(
                run,
                run.send().equals(SendMode.CHANGED.key()),
                RunOptions.read(run.options()).continues());
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
        return last != null
                && last.sure()
                && last.sizes().equals(colour.sizes())
                && (changedOnly || continues && last.content().equals(run.content()));
    }
}
