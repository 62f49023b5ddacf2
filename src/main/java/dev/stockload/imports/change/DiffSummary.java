package dev.stockload.imports.change;

import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.read.StockDiff.DiffTotals;

import java.util.List;
import java.util.Optional;

/**
 * The short form of a diff: its totals and the largest changes.
 *
 * @param size how many sizes would change
 * @param sending how many colours would be sent, whether their stock changes or not
 * @param first the changes with the largest losses
 * @param fingerprint equal for diffs that show the same
 * @param warning what else people should know of it, in sentences
 * @param objection why the brake would stop it
 * @param alreadyImported the run that has imported the same file, if nothing would be sent, with a
 *     note if it was undone
 */
public record DiffSummary(
        StockDiff.Base base,
        DiffTotals totals,
        int size,
        int sending,
        List<StockDiff.Change> first,
        String fingerprint,
        Diffs.Rows rows,
        Optional<String> warning,
        Optional<String> objection,
        Optional<String> alreadyImported) {
    /** How many changes people are shown at once. */
    public static final int SHOWN = 20;

    static DiffSummary of(
            StockDiff diff,
            Diffs.Rows rows,
            Optional<String> warning,
            Optional<String> objection,
            Optional<String> alreadyImported) {
        return new DiffSummary(
                diff.base(),
                diff.totals(),
                diff.size(),
                diff.sending(),
                diff.changes().limit(SHOWN).toList(),
                diff.fingerprint(),
                rows,
                warning,
                objection,
                alreadyImported);
    }

    public static DiffSummary of(StockDiff diff) {
        Optional<String> none = Optional.empty();
        return of(diff, new Diffs.Rows(0, 0, 0), none, none, none);
    }
}
