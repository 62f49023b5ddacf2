package dev.stockload.compare;

import dev.stockload.book.rules.Undoing;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.List;

/**
 * What an undo of a run would do.
 *
 * @param run the run that is undone
 * @param diff what changes, compared with what is there now
 * @param kept what stays although the run has sent it, with the reason
 * @param restored how many sizes get back what was there before
 * @param zeroed how many sizes become 0, since they were not there before
 */
public record UndoPlan(String run, StockDiff diff, List<Kept> kept, int restored, int zeroed) {
    /**
     * A size that stays as it is.
     *
     * @param now null where it is not there
     */
    public record Kept(int pid, String color, String size, Integer now, String why) {
        boolean hasUnknownBefore() {
            return why.equals(Undoing.UNKNOWN_BEFORE);
        }
    }

    /** Whether anything would be sent. */
    public boolean isEmpty() {
        return restored + zeroed == 0;
    }

    /** What it comes to, in a sentence without a full stop. */
    public String sentence() {
        long unknown = kept.stream().filter(Kept::hasUnknownBefore).count();
        return "Undo of run %s: %s to restore, %s to keep because of changes since, %s%s to set to 0"
                .formatted(
                        run,
                        Count.of(restored, "size"),
                        Count.of(kept.size() - unknown),
                        unknown == 0
                                ? ""
                                : "%s to keep because %s, "
                                        .formatted(Count.of(unknown), Undoing.UNKNOWN_BEFORE),
                        Count.of(zeroed));
    }

    /** Takes one size after the other. */
    public static final class Builder {
        private final List<Kept> kept = new ArrayList<>();
        private int restored;
        private int zeroed;

        public void keep(Kept size) {
            kept.add(size);
        }

        public void bringBack(Undoing.Fate fate) {
            if (fate == Undoing.Fate.ZEROED) {
                zeroed++;
            } else {
                restored++;
            }
        }

        public UndoPlan build(String run, StockDiff diff) {
            return new UndoPlan(run, diff, kept, restored, zeroed);
        }
    }
}
