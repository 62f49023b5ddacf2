package dev.stockload.imports.report;

/**
 * Which runs somebody asks for: one, the newest, or all.
 *
 * @param run the one; null for a list
 */
public record StatusQuery(String run, boolean all) {
    private static final int NEWEST = 20;

    /** The most runs that are shown. */
    int most() {
        return all ? Integer.MAX_VALUE : NEWEST;
    }
}
