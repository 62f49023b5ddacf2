package dev.stockload.sheet;

import dev.stockload.sheet.header.HeaderField;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a person says about a sheet; null or empty means that it is detected.
 *
 * @param columns the header names of fields, if they are not the known ones
 * @param fillDown the fields whose empty cells repeat the value above
 * @param values how texts of cells are read, by field
 */
public record SheetOptions(
        SheetChoice sheet,
        Map<HeaderField, String> columns,
        String encoding,
        Character delimiter,
        Set<HeaderField> fillDown,
        Map<HeaderField, Map<String, String>> values) {
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
        values = values == null ? Map.of() : Map.copyOf(values);
    }

    public SheetOptions(
            SheetChoice sheet,
            Map<HeaderField, String> columns,
            String encoding,
            Character delimiter,
            Set<HeaderField> fillDown) {
        this(sheet, columns, encoding, delimiter, fillDown, Map.of());
    }

    /** The same for the same options, in any process. */
    public String identity() {
        Map<HeaderField, Map<String, String>> sorted = new TreeMap<>();
        values.forEach((field, texts) -> sorted.put(field, new TreeMap<>(texts)));
        return List.of(
                        sheet,
                        new TreeMap<>(columns),
                        String.valueOf(encoding),
                        String.valueOf(delimiter),
                        new TreeSet<>(fillDown),
                        sorted)
                .toString();
    }

    /** How the texts of a field are read. */
    Map<String, String> values(HeaderField field) {
        return values.getOrDefault(field, Map.of());
    }

    public static SheetOptions none() {
        return new SheetOptions(null, Map.of(), null, null, Set.of());
    }
}
