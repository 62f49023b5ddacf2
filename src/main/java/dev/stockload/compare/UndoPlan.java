package dev.stockload.compare;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.SeenColour;
import dev.stockload.stock.Count;
import dev.stockload.stock.PackedSizes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an undo of a run would do.
 *
 * @param run the run that is undone
 * @param diff what changes, beside what is there now
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
            return why.equals(UndoDecision.UNKNOWN_BEFORE);
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
                                        .formatted(Count.of(unknown), UndoDecision.UNKNOWN_BEFORE),
                        Count.of(zeroed));
    }

    /** Takes one colour after the other. */
    public static final class Builder {
        private final StockDiff.Builder diff;
        private final List<Kept> kept = new ArrayList<>();
        private final Map<AcknowledgedStock.Key, PackedSizes> wanted = new LinkedHashMap<>();
        private final List<SeenColour> seen = new ArrayList<>();
        private int restored;
        private int zeroed;

        public Builder(StockDiff.Builder diff) {
            this.diff = diff;
        }

        public void add(UndoDecision colour) {
            if (colour.wanted().isPresent()) {
                diff.colour(colour.key());
            }
            for (UndoDecision.Line line : colour.lines()) {
                switch (line.fate()) {
                    case KEPT, UNKNOWN ->
                            kept.add(
                                    new Kept(
                                            colour.key().product(),
                                            colour.key().colour(),
                                            line.size().toString(),
                                            line.now(),
                                            line.why()));
                    case RESTORED -> restored++;
                    case ZEROED -> zeroed++;
                    default -> {}
                }
                if (line.now() != null) {
                    diff.size(line.size(), line.now(), line.after(), null);
                }
            }
            seen.add(colour.seen());
            colour.wanted().ifPresent(sizes -> wanted.put(colour.key(), sizes));
        }

        /** The colours that are to be sent. */
        public Map<AcknowledgedStock.Key, PackedSizes> wanted() {
            return wanted;
        }

        /** All colours as they were seen. */
        public List<SeenColour> seen() {
            return seen;
        }

        public UndoPlan build(String run, StockDiff.Base base) {
            return new UndoPlan(run, diff.build(base, 0, 0), kept, restored, zeroed);
        }
    }
}
