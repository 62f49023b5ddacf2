package dev.stockload.imports.order;

import java.util.SortedSet;

/**
 * A request to send again what a check of the store found different.
 *
 * @param products the products with differences
 * @param alsoLess whether to send also what was sold, not only what is more or gone
 * @param by who asks for it; null if unknown
 */
public record ResendOrder(
        String account, SortedSet<Integer> products, boolean alsoLess, String by) {
    public static final String JOB = "verify";
}
