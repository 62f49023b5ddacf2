package dev.stockload.imports.read;

import dev.stockload.book.Settlement;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;

import java.util.List;
import java.util.Set;

/**
 * What a sheet brings, once it is settled.
 *
 * @param named what its run keeps
 * @param objections all that speaks against sending it: one yes of a person covers it
 * @param unclear products that only a look makes clear; then it has to be settled again
 * @param changes what it would change, size by size
 */
public record SettledSheet(
        Settlement.Settled named,
        List<String> objections,
        Set<Integer> unclear,
        StockDiff.Builder changes) {
    public Tally tally() {
        return named.tally();
    }

    public StockDiff diff(StockDiff.Base base) {
        return changes.build(
                base, tally().missing().sizes(), tally().colours(ColourState.LEFT_OUT));
    }
}
