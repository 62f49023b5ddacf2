package dev.stockload.imports;

import dev.stockload.compare.ColourMatcher;
import dev.stockload.compare.KnownColours;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.runs.ProcessContext;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The newest sheet wins: what a newer run has settled, an older one does not send any more. */
final class NewestSheet {
    /** The states of colours that a run is done with, or may have brought to the service. */
    private static final Set<ColourState> SETTLED =
            EnumSet.of(
                    ColourState.SENT,
                    ColourState.SENDING,
                    ColourState.IN_DOUBT,
                    ColourState.UNCHANGED,
                    ColourState.HELD,
                    ColourState.REJECTED);

    private NewestSheet() {}

    /** The colours that a newer run has settled for an older one, as long as they are kept. */
    static Set<AcknowledgedStock.Key> settledBy(Ledger ledger, Run newer, Run older) {
        return settled(ledger, newer)
                .filter(colour -> !isZeroed(colour, newer, older))
                .map(KnownColours::key)
                .collect(Collectors.toSet());
    }

    private static Stream<LedgerColour> settled(Ledger ledger, Run run) {
        return ledger.colours().all(run.id()).filter(each -> SETTLED.contains(each.state()));
    }

    /** What the sheet of another job lacks, it says nothing of that would be newer than ours. */
    private static boolean isZeroed(LedgerColour colour, Run newer, Run older) {
        return colour.rows().length == 0 && !newer.isUndo() && !newer.job().equals(older.job());
    }

    /** What waits in a run, or is unclear, while a newer one has settled it. */
    static List<LedgerColour> superseded(ProcessContext process, Run run) {
        Ledger ledger = process.ledger();
        List<Run> newer = ledger.runs().newerThan(run);
        return newer.isEmpty() ? List.of() : settledBy(newer, process, run, open(ledger, run));
    }

    /** Which of these colours of a run a newer one has settled. */
    static List<LedgerColour> superseded(
            ProcessContext process, Run run, List<LedgerColour> colours) {
        List<Run> newer = process.ledger().runs().newerThan(run);
        return newer.isEmpty() ? List.of() : settledBy(newer, process, run, colours);
    }

    private static List<LedgerColour> settledBy(
            List<Run> newer, ProcessContext process, Run run, List<LedgerColour> colours) {
        Ledger ledger = process.ledger();
        Set<AcknowledgedStock.Key> settled = new HashSet<>();
        Set<AcknowledgedStock.Key> zeroed = new HashSet<>();
        for (Run each : newer) {
            settled(ledger, each)
                    .forEach(
                            colour ->
                                    (isZeroed(colour, each, run) ? zeroed : settled)
                                            .add(KnownColours.key(colour)));
        }
        Set<Integer> products =
                colours.stream().map(LedgerColour::product).collect(Collectors.toSet());
        // The colours of a finished run are kept for a month, what it sent for ever.
        ledger.acknowledged()
                .of(run.account(), products)
                .forEach(
                        (key, entry) -> {
                            if (entry.number() > run.number() && !zeroed.contains(key)) {
                                settled.add(key);
                            }
                        });
        settled.removeIf(key -> !products.contains(key.product()));
        Set<AcknowledgedStock.Key> exact = Set.copyOf(settled);
        boolean replaced = newer.stream().anyMatch(each -> replaces(each, run, process));
        // A spelling that the run has too is another colour to whoever made its sheet. Of others,
        // the service may take both as one: then the older stock must not come last.
        ledger.colours().all(run.id()).map(KnownColours::key).forEach(settled::remove);
        Set<AcknowledgedStock.Key> spellings =
                settled.stream().map(ColourMatcher::anySpelling).collect(Collectors.toSet());
        return colours.stream()
                .filter(
                        colour ->
                                exact.contains(KnownColours.key(colour))
                                        || spellings.contains(ColourMatcher.anySpelling(colour))
                                        || replaced && colour.state() == ColourState.READY)
                .toList();
    }

    /** Whether a newer run stands for all of an older, since what its sheet does not name is 0. */
    private static boolean replaces(Run newer, Run run, ProcessContext process) {
        return newer.job().equals(run.job())
                && RunOptions.read(newer.options()).missing() == MissingMode.ZERO
                && (newer.state() == RunState.COMPLETED
                        || process.batch()
                                .isDone(
                                        ImportJob.NAME,
                                        ImportJob.parameters(newer),
                                        ImportJob.SETTLE));
    }

    /** What waits in a run, or is unclear. */
    static List<LedgerColour> open(Ledger ledger, Run run) {
        return Stream.of(ColourState.READY, ColourState.IN_DOUBT)
                .flatMap(state -> ledger.colours().in(run.id(), state).stream())
                .toList();
    }
}
