package dev.stockload.imports;

import dev.stockload.compare.UndoPlan;

import java.util.List;

/**
 * An undo in short, before it is sent.
 *
 * @param diff what changes, beside what is there now
 * @param kept how many sizes stay as they are, though the run has sent them
 * @param firstKept the first of them, with the reasons
 */
public record UndoSummary(
        String run,
        DiffSummary diff,
        int restored,
        int zeroed,
        int kept,
        List<UndoPlan.Kept> firstKept) {
    public static UndoSummary of(UndoPlan plan) {
        return new UndoSummary(
                plan.run(),
                DiffSummary.of(plan.diff()),
                plan.restored(),
                plan.zeroed(),
                plan.kept().size(),
                plan.kept().stream().limit(DiffSummary.SHOWN).toList());
    }

    /** Whether anything would be sent. */
    public boolean changesNothing() {
        return restored + zeroed == 0;
    }
}
