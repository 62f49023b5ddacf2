package dev.stockload.sheet;

import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.HeaderOptions;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a person says about a sheet; null or empty means that it is detected.
 *
 * @param fillDown the fields whose empty cells repeat the value above
 * @param values how texts of cells are read
 */
public record SheetOptions(
        SheetChoice sheet,
        HeaderOptions header,
        String encoding,
        Character delimiter,
        Set<HeaderField> fillDown,
        Set<Correction> values) {
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
        header = header == null ? HeaderOptions.named(Map.of()) : header;
        fillDown = Set.copyOf(fillDown);
        values = Set.copyOf(Objects.requireNonNullElse(values, Set.of()));
    }

    public static SheetOptions none() {
        return new SheetOptions(null, null, null, null, Set.of(), Set.of());
    }

    public Map<HeaderField, String> columns() {
        return header.columns();
    }

    /** The same for the same options, in any process. */
    public String identity() {
        return List.of(
                        sheet,
                        new TreeMap<>(header.columns()),
                        String.valueOf(header.row()),
                        String.valueOf(header.layout()),
                        new TreeSet<>(header.unused()),
                        String.valueOf(encoding),
                        String.valueOf(delimiter),
                        new TreeSet<>(fillDown),
                        new TreeSet<>(values))
                .toString();
    }

    /** How texts in the header of a matrix are read. */
    Map<String, String> sizes() {
        Map<String, String> sizes = new HashMap<>();
        for (Correction each : values) {
            if (each.field() == HeaderField.SIZE && each.place() == null) {
                sizes.put(each.found(), each.value());
            }
        }
        return sizes;
    }
}
