package dev.stockload.imports.change;

import dev.stockload.book.UndoneSize;
import dev.stockload.book.rules.Undoing;
import dev.stockload.compare.StockDiff;

import java.util.List;

/**
 * What an undo of a run would do.
 *
 * @param run the run that is undone
 * @param diff what changes, compared with what is there now
 * @param restored how many sizes get back what was there before
 * @param zeroed how many sizes become 0, since they were not there before
 * @param kept how many sizes stay as they are, though the run has sent them
 * @param firstKept the first of them, with the reasons
 */
public record UndoSummary(
        String run, DiffSummary diff, int restored, int zeroed, int kept, List<Kept> firstKept) {
    /**
     * A size that stays as it is.
     *
     * @param now null where it is not there
     */
    public record Kept(int pid, String color, String size, Integer now, String why) {}

    static UndoSummary of(String run, List<UndoneSize> sizes, StockDiff diff) {
        List<UndoneSize> kept =
                sizes.stream().filter(size -> !size.fate().isBroughtBack()).toList();
        int zeroed =
                (int) sizes.stream().filter(size -> size.fate() == Undoing.Fate.ZEROED).count();
        return new UndoSummary(
                run,
                DiffSummary.of(diff),
                sizes.size() - kept.size() - zeroed,
                zeroed,
                kept.size(),
                kept.stream().limit(DiffSummary.SHOWN).map(UndoSummary::kept).toList());
    }

    private static Kept kept(UndoneSize size) {
        return new Kept(
                size.product(), size.colour(), size.size().toString(), size.now(), size.why());
    }

    /** Whether anything would be sent. */
    public boolean changesNothing() {
        return restored + zeroed == 0;
    }
}
