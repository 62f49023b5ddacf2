package dev.stockload.compare;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.SharedColour;
import dev.stockload.stock.PackedSizes;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Tells which later runs have sent what a run has sent. */
public final class LaterRuns {
    private final Ledger ledger;
    private final Run run;
    private Map<AcknowledgedStock.Key, String> ofSameJob;

    public LaterRuns(Ledger ledger, Run run) {
        this.ledger = ledger;
        this.run = run;
    }

    /**
     * The run that has sent a colour since, without a name where that is kept no more; empty where
     * there is none, or it was of another job and has sent other sizes.
     *
     * @param sizes what the run has sent of it; null where that is nothing under this name
     * @param last what was acknowledged of it
     */
    Optional<String> since(
            AcknowledgedStock.Key colour, PackedSizes sizes, AcknowledgedStock.Entry last) {
        if (last.number() <= run.number()) {
            return Optional.empty();
        }
        return sizes != null && new SharedColour(last).stillHas(run.job(), sizes)
                ? Optional.ofNullable(ofSameJob().get(colour))
                : Optional.of(Objects.requireNonNullElse(last.run(), ""));
    }

    /** What its job has sent since, with the run: that counts, be it the same stock. */
    private Map<AcknowledgedStock.Key, String> ofSameJob() {
        if (ofSameJob == null) {
            ofSameJob = new HashMap<>();
            for (Run later : ledger.runs().newerThan(run)) {
                if (later.job().equals(run.job())) {
                    ledger.colours()
                            .in(later.id(), ColourState.SENT)
                            .forEach(each -> ofSameJob.put(KnownColours.key(each), later.id()));
                }
            }
        }
        return ofSameJob;
    }
}
