package dev.stockload.imports;

import dev.stockload.ledger.Acknowledged;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The newest sheet wins: what a newer run has settled, an older one does not send any more. */
final class NewestSheet {
    /** The states of colours that a run is done with, or may have brought to the service. */
    private static final List<ColourState> SETTLED =
            List.of(
                    ColourState.SENT,
                    ColourState.SENDING,
                    ColourState.IN_DOUBT,
                    ColourState.UNCHANGED,
                    ColourState.HELD,
                    ColourState.REJECTED);

    private NewestSheet() {}

    /** The colours that a run has settled, as long as they are kept. */
    static Set<Acknowledged.Key> settledBy(Ledger ledger, Run run) {
        Set<Acknowledged.Key> settled = new HashSet<>();
        for (ColourState state : SETTLED) {
            ledger.colours().in(run.id(), state).forEach(colour -> settled.add(key(colour)));
        }
        return settled;
    }

    /** Which of these colours of a run a newer one has settled. */
    static List<LedgerColour> superseded(Ledger ledger, Run run, List<LedgerColour> colours) {
        List<Run> newer = ledger.runs().newerThan(run);
        if (newer.isEmpty()) {
            return List.of();
        }
        Set<Acknowledged.Key> settled = new HashSet<>();
        newer.forEach(each -> settled.addAll(settledBy(ledger, each)));
        // The colours of a finished run are kept for a month, what it sent for ever.
        ledger.acknowledged()
                .of(run.account(), colours.stream().map(LedgerColour::product).distinct().toList())
                .forEach(
                        (key, entry) -> {
                            if (entry.number() > run.number()) {
                                settled.add(key);
                            }
                        });
        return colours.stream().filter(colour -> settled.contains(key(colour))).toList();
    }

    /** What waits in a run, or is unclear. */
    static List<LedgerColour> open(Ledger ledger, Run run) {
        return Stream.of(ColourState.READY, ColourState.IN_DOUBT)
                .flatMap(state -> ledger.colours().in(run.id(), state).stream())
                .toList();
    }

    static Acknowledged.Key key(LedgerColour colour) {
        return new Acknowledged.Key(colour.product(), colour.name());
    }
}
