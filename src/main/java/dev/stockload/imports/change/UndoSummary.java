package dev.stockload.imports.change;

import dev.stockload.book.UndoneSizes.UndoneSize;
import dev.stockload.book.rules.Undoing;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.runs.Run;
import dev.stockload.stock.Count;

import java.util.List;
import java.util.Optional;

/**
 * What an undo of a run would do.
 *
 * @param diff what changes, compared with what is there now
 * @param restored how many sizes get their earlier stock back
 * @param zeroed how many sizes become 0 because they were not there before
 * @param kept how many sizes of the run stay as they are
 * @param inDoubt how many of these may have arrived: an undo first finds out
 * @param firstKept the first of these, with the reasons
 */
public record UndoSummary(
        String run,
        DiffSummary diff,
        int restored,
        int zeroed,
        int kept,
        int inDoubt,
        List<Kept> firstKept) {
    /** A size that stays as it is; {@code now} is null if it is not there. */
    public record Kept(int pid, String color, String size, Integer now, String why) {}

    static UndoSummary of(String run, List<UndoneSize> sizes, StockDiff diff) {
        List<UndoneSize> kept =
                sizes.stream().filter(size -> !size.fate().isBroughtBack()).toList();
        int zeroed = count(sizes, Undoing.Fate.ZEROED);
        return new UndoSummary(
                run,
                DiffSummary.of(diff),
                sizes.size() - kept.size() - zeroed,
                zeroed,
                kept.size(),
                count(kept, Undoing.Fate.IN_DOUBT),
                kept.stream().limit(DiffSummary.SHOWN).map(UndoSummary::kept).toList());
    }

    private static int count(List<UndoneSize> sizes, Undoing.Fate fate) {
        return (int) sizes.stream().filter(size -> size.fate() == fate).count();
    }

    private static Kept kept(UndoneSize size) {
        return new Kept(
                size.product(), size.colour(), size.size().toString(), size.now(), size.why());
    }

    /** Empty if nothing is in doubt. */
    public Optional<String> doubts() {
        return inDoubt == 0
                ? Optional.empty()
                : Optional.of(
                        "Whether %s arrived is not known yet: the undo first finds out, and restores those that did"
                                .formatted(Count.of(inDoubt, "size")));
    }

    public boolean changesNothing() {
        return restored + zeroed + inDoubt == 0;
    }

    /** Whether there is nothing to do: an undo that changes nothing still ends an open run. */
    public boolean isPointlessFor(Run undone) {
        return changesNothing() && !undone.isUnfinished();
    }
}
