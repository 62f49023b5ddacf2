package dev.stockload.imports.order;

import java.util.Set;

/**
 * Which run a person wants undone.
 *
 * @param products the products to be undone; empty for all of the run
 */
public record UndoOrder(String run, Set<Integer> products) {
    /** The job of runs that undo others. */
    public static final String JOB = "undo";

    public UndoOrder {
        products = products == null ? Set.of() : Set.copyOf(products);
    }
}
