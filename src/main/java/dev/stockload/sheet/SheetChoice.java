package dev.stockload.sheet;

/**
 * Which sheets of a workbook are read.
 *
 * @param name the only sheet to read, hidden or not; null for the first visible one with a header
 * @param all whether all visible sheets with the same header are read as one
 */
public record SheetChoice(String name, boolean all) {
    public static final SheetChoice FIRST = new SheetChoice(null, false);
    public static final SheetChoice ALL = new SheetChoice(null, true);

    public static SheetChoice valueOf(String name) {
        return new SheetChoice(name, false);
    }
}
