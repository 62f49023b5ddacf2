package dev.stockload.imports;

import dev.stockload.compare.ColourMatcher;
import dev.stockload.compare.KnownColours;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;
import dev.stockload.runs.RunFailedException;
import dev.stockload.stock.Count;
import dev.stockload.stock.PackedSizes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Clears up what earlier tries left behind before a run sends: all that is in flight or in doubt
 * for its account, whatever run it belongs to, since it may be applied late; and the colours of
 * this run that need not be sent any more.
 */
final class ClearStep {
    private static final int PRODUCTS_AT_A_TIME = 500;

    private final RunContext context;
    private final Run run;
    private final Ledger ledger;
    private final CrashRecovery recovery;
    private final ReadBack readBack;

    ClearStep(RunContext context, CrashRecovery recovery, ReadBack readBack) {
        this.context = context;
        this.run = context.run();
        this.ledger = context.ledger();
        this.recovery = recovery;
        this.readBack = readBack;
    }

    /**
     * @param takeAs what a person says of colours whose fate is unclear; null where nobody says
     */
    void clear(TakeAs takeAs) {
        ReadBack.Found found = clearAccount();
        reopen(found);
        leaveOut(superseded(), ColourState.SUPERSEDED, " left out: a newer run has settled it");
        leaveOut(
                sentMeanwhile(found),
                ColourState.UNCHANGED,
                " left out: an earlier run had sent the same");
        if (takeAs != null) {
            take(takeAs);
        }
    }

    /** Finds out what became of all that is in flight for the account. */
    ReadBack.Found clearAccount() {
        List<ReadBack.Open> open = new ArrayList<>();
        for (Run each : ledger.runs().inFlight(run.account())) {
            recovery.takeOver(each).map(readBack::open).ifPresent(open::addAll);
        }
        return readBack.clear(open);
    }

    /**
     * What this run left out as unchanged is not, where an older run turned out to have brought
     * something else, or a part of it.
     */
    private void reopen(ReadBack.Found found) {
        Map<AcknowledgedStock.Key, Set<PackedSizes>> brought = new HashMap<>();
        Stream.concat(found.sent().stream(), found.unclear().stream())
                .filter(each -> each.run().number() < run.number())
                .forEach(
                        each ->
                                brought.computeIfAbsent(
                                                ColourMatcher.anySpelling(each.colour()),
                                                key -> new HashSet<>())
                                        .add(each.colour().sizes()));
        if (brought.isEmpty()) {
            return;
        }
        List<LedgerColour> changed =
                ledger.colours().in(run.id(), ColourState.UNCHANGED).stream()
                        .filter(
                                colour ->
                                        brought
                                                .getOrDefault(
                                                        ColourMatcher.anySpelling(colour), Set.of())
                                                .stream()
                                                .anyMatch(sizes -> !sizes.equals(colour.sizes())))
                        .toList();
        ledger.doubts().reopen(run, changed);
    }

    /** The colours that are in doubt still are those that a person has to decide on. */
    private void take(TakeAs takeAs) {
        List<LedgerColour> ours = ledger.colours().in(run.id(), ColourState.IN_DOUBT);
        boolean sent = takeAs == TakeAs.SENT;
        if (!sent) {
            new EarlierStock(context).cannotBeToldOf(ours);
        }
        ledger.doubts()
                .cleared(
                        run,
                        sent ? ours : List.of(),
                        sent ? List.of() : ours,
                        context.time().instant());
        context.listener()
                .notice(
                        "%s in doubt: taken as %s"
                                .formatted(Count.of(ours.size(), "colour"), takeAs));
    }

    private void leaveOut(List<LedgerColour> colours, ColourState as, String why) {
        if (!colours.isEmpty()) {
            ledger.doubts().leaveOut(run, colours, as);
            context.listener().notice(Count.are(colours.size(), "colour") + why);
        }
    }

    /** What waits or is unclear here, while a newer run has settled it: the newest sheet wins. */
    private List<LedgerColour> superseded() {
        if (ledger.oldRuns().isTooLate(run)) {
            throw new RunFailedException(
                    "Run %s is too old to be resumed: what newer runs of account %s have settled since is no longer known. Nothing was sent. To send its sheet as the newest: stockload import %s --again"
                            .formatted(run.id(), run.account(), run.sheetName()));
        }
        return NewestSheet.superseded(context.process(), run);
    }

    /** What an earlier run was in doubt of and turned out to have sent, just as it is here. */
    private List<LedgerColour> sentMeanwhile(ReadBack.Found found) {
        boolean others = found.sent().stream().anyMatch(each -> !each.run().id().equals(run.id()));
        AlreadySent alreadySent = AlreadySent.of(run, ledger);
        if (!others || !alreadySent.isAsked()) {
            return List.of();
        }
        List<LedgerColour> ready = ledger.colours().in(run.id(), ColourState.READY);
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known = acknowledged(ready);
        return ready.stream()
                .filter(colour -> alreadySent.covers(colour, known.get(KnownColours.key(colour))))
                .toList();
    }

    private Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> acknowledged(
            List<LedgerColour> colours) {
        List<Integer> products = colours.stream().map(LedgerColour::product).distinct().toList();
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known = new HashMap<>();
        for (int from = 0; from < products.size(); from += PRODUCTS_AT_A_TIME) {
            int to = Math.min(products.size(), from + PRODUCTS_AT_A_TIME);
            known.putAll(ledger.acknowledged().of(run.account(), products.subList(from, to)));
        }
        return known;
    }
}
