package dev.stockload.sheet;

/**
 * Which sheets of a workbook are read.
 *
 * @param name the only one, null where it is to be found out
 * @param all whether all that have the same header are read as one
 */
public record SheetChoice(String name, boolean all) {
    /** The first visible one that has a header. */
    public static final SheetChoice FIRST = new SheetChoice(null, false);

    /** All visible ones that have the header of the first. */
    public static final SheetChoice ALL = new SheetChoice(null, true);

    /** The one with this name, or the first that has a header where it is null. */
    public static SheetChoice valueOf(String name) {
        return new SheetChoice(name, false);
    }
}
