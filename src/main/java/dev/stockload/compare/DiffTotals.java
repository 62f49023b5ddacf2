package dev.stockload.compare;

import com.fasterxml.jackson.annotation.JsonProperty;

import dev.stockload.stock.Count;

/**
 * The totals of a diff.
 *
 * @param more pieces that are added
 * @param fewer pieces that are removed
 * @param toZero sizes that become 0
 * @param added sizes that are not there yet
 * @param unchanged sizes that stay as they are
 * @param missing sizes that the sheet no longer has
 * @param leftOut sizes of products that have stock, if only new products are sent
 */
public record DiffTotals(
        long more,
        long fewer,
        int toZero,
        @JsonProperty("new") int added,
        int unchanged,
        int missing,
        int leftOut) {
    /** The totals in a sentence without a full stop. */
    public String sentence() {
        return "%s more and %s fewer; %s to 0, %s new, %s missing"
                .formatted(
                        Count.of(more, "piece"),
                        Count.of(fewer),
                        Count.of(toZero, "size"),
                        Count.of(added),
                        Count.of(missing));
    }
}
