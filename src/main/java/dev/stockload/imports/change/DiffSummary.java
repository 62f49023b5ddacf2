package dev.stockload.imports.change;

import dev.stockload.compare.DiffTotals;
import dev.stockload.compare.StockDiff;

import java.util.List;
import java.util.Optional;

/**
 * A diff in short: what it comes to, and the largest changes.
 *
 * @param size how many sizes would change
 * @param sending how many colours would be sent, whether their stock changes or not
 * @param first the changes with the largest losses
 * @param fingerprint the same for two that show the same
 * @param warning what left the sheet, and that the ledger is a copy, in sentences
 * @param objection why the brake would keep it from being sent
 * @param alreadyImported the run that has imported the same file, where it would not be sent, and
 *     that it was undone since
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

    public static DiffSummary of(Diffs.Result result) {
        StockDiff diff = result.diff();
        return new DiffSummary(
                diff.base(),
                diff.totals(),
                diff.size(),
                diff.sending(),
                diff.changes().limit(SHOWN).toList(),
                diff.fingerprint(),
                result.rows(),
                result.warning(),
                result.objection(),
                result.alreadyImported());
    }

    /** What a run that waits would change. */
    public static DiffSummary of(StockDiff diff) {
        return of(
                new Diffs.Result(
                        diff,
                        new Diffs.Rows(0, 0, 0),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
    }
}
