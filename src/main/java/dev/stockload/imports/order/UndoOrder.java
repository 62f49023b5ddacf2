package dev.stockload.imports.order;

import java.util.Set;

/**
 * A request to undo a run.
 *
 * @param products the products to undo; empty for all of the run
 */
public record UndoOrder(String run, Set<Integer> products) {
    /** The job of runs that undo others. */
    public static final String JOB = "undo";

    public UndoOrder {
        products = products == null ? Set.of() : Set.copyOf(products);
    }
}
