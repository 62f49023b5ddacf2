package dev.stockload.compare;

import com.fasterxml.jackson.annotation.JsonProperty;

import dev.stockload.stock.Count;

/**
 * What the changes of a diff come to.
 *
 * @param more the pieces that come to be there
 * @param fewer the pieces that go
 * @param toZero the sizes of which none is left
 * @param added the sizes that are not there yet
 * @param unchanged the sizes that stay as they are
 * @param missing the sizes that left the sheet
 * @param leftOut the sizes of products that have stock, where only new ones are sent
 */
public record DiffTotals(
        long more,
        long fewer,
        int toZero,
        @JsonProperty("new") int added,
        int unchanged,
        int missing,
        int leftOut) {
    /** What they come to, in a sentence without a full stop. */
    public String sentence() {
        return "%s more and %s fewer; %s to 0, %s new, %s missing"
                .formatted(
                        Count.of(more, "piece"),
                        Count.of(fewer),
                        Count.of(toZero, "size"),
                        Count.of(added),
                        Count.of(missing));
    }

    /** Adds up one size after the other. */
    static final class Sum {
        private long more;
        private long fewer;
        private int toZero;
        private int added;
        private int unchanged;

        /**
         * @param before null where it is not there
         */
        void changed(Integer before, int after) {
            int was = before == null ? 0 : before;
            more += Math.max(0, after - was);
            fewer += Math.max(0, was - after);
            added += before == null ? 1 : 0;
            toZero += before != null && after == 0 ? 1 : 0;
        }

        void unchanged(int sizes) {
            unchanged += sizes;
        }

        DiffTotals totals(int missing, int leftOut) {
            return new DiffTotals(more, fewer, toZero, added, unchanged, missing, leftOut);
        }
    }
}
