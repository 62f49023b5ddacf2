package dev.stockload.sheet;

import dev.stockload.sheet.header.HeaderField;

import java.util.Map;
import java.util.Set;

/**
 * What a person says about a sheet; null or empty means that it is detected.
 *
 * @param columns the header names of fields, if they are not the known ones
 * @param fillDown the fields whose empty cells repeat the value above
 */
public record SheetOptions(
        SheetChoice sheet,
        Map<HeaderField, String> columns,
        String encoding,
        Character delimiter,
        Set<HeaderField> fillDown) {
    /**
     * Which sheets of a workbook are read.
     *
     * @param name the only sheet to read, hidden or not; null for the first visible one with a
     *     header
     * @param all whether all visible sheets with the same header are read as one
     */
    public record SheetChoice(String name, boolean all) {
        public static final SheetChoice FIRST = new SheetChoice(null, false);
        public static final SheetChoice ALL = new SheetChoice(null, true);

        public static SheetChoice valueOf(String name) {
            return new SheetChoice(name, false);
        }
    }

    public SheetOptions {
        sheet = sheet == null ? SheetChoice.FIRST : sheet;
        columns = Map.copyOf(columns);
        fillDown = Set.copyOf(fillDown);
    }

    public static SheetOptions none() {
        return new SheetOptions(null, Map.of(), null, null, Set.of());
    }
}
