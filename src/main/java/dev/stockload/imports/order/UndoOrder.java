package dev.stockload.imports.order;

import java.util.Set;
import java.util.TreeSet;

/**
 * A request to undo a run.
 *
 * @param products the products to undo; empty for all of the run
 * @param by who asks for it; null if unknown
 */
public record UndoOrder(String run, Set<Integer> products, String by) {
    public static final String JOB = "undo";

    public UndoOrder {
        products = new TreeSet<>(products);
    }
}
