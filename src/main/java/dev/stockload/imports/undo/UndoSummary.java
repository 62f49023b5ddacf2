package dev.stockload.imports.undo;

import dev.stockload.book.UndoneSizes.UndoneSize;
import dev.stockload.book.rules.Undoing.UndoDecision;
import dev.stockload.imports.read.StockDiff.DiffSummary;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.runs.Run;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Predicate;

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

    /** Counts the sizes of an undo one by one; there may be hundreds of thousands. */
    static final class Builder {
        private final StockDiff.Builder diff;
        private final Map<UndoDecision, Integer> decisions = new EnumMap<>(UndoDecision.class);
        private final List<Kept> firstKept = new ArrayList<>();

        Builder(IntFunction<String> items) {
            this.diff = new StockDiff.Builder(items);
        }

        void add(UndoneSize size) {
            decisions.merge(size.decision(), 1, Integer::sum);
            if (size.after() != null) {
                diff.colour(size.product(), size.colour());
                diff.size(size.size(), size.now(), size.after(), null, null);
            }
            if (!size.decision().isBroughtBack() && firstKept.size() < StockDiff.SHOWN) {
                firstKept.add(
                        new Kept(
                                size.product(),
                                size.colour(),
                                size.size().toString(),
                                size.now(),
                                size.why()));
            }
        }

        private int count(Predicate<UndoDecision> which) {
            return decisions.keySet().stream().filter(which).mapToInt(decisions::get).sum();
        }

        UndoSummary build(String run, StockDiff.Base base) {
            int zeroed = count(decision -> decision == UndoDecision.ZEROED);
            return new UndoSummary(
                    run,
                    diff.build(base, 0, 0).summary(),
                    count(UndoDecision::isBroughtBack) - zeroed,
                    zeroed,
                    count(decision -> !decision.isBroughtBack()),
                    count(decision -> decision == UndoDecision.IN_DOUBT),
                    firstKept);
        }
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
