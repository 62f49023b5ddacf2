package dev.stockload.imports.report;

/**
 * Which runs to show: one, the newest, or all.
 *
 * @param run its id; null for a list
 */
public record StatusQuery(String run, boolean all) {
    private static final int NEWEST = 20;

    int most() {
        return all ? Integer.MAX_VALUE : NEWEST;
    }
}
