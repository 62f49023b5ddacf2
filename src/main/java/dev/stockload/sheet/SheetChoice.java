package dev.stockload.sheet;

/**
 * Which sheets of a workbook are read.
 *
 * @param name the only sheet to read; null for the first with a header
 * @param all whether all sheets with the same header are read as one
 */
public record SheetChoice(String name, boolean all) {
    /** The first visible sheet that has a header. */
    public static final SheetChoice FIRST = new SheetChoice(null, false);

    /** All visible sheets that have the header of the first. */
    public static final SheetChoice ALL = new SheetChoice(null, true);

    /** The sheet with this name; the first with a header if it is null. */
    public static SheetChoice valueOf(String name) {
        return new SheetChoice(name, false);
    }
}
