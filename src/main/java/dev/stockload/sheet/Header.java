package dev.stockload.sheet;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The header of a sheet: which column is about what.
 *
 * @param row its row, as a spreadsheet program shows it
 * @param names the names of the columns, empty where a column has none
 * @param fields the columns of the fields
 * @param sizes the sizes of the columns of a matrix, packed; 0 where a column is none, {@link
 *     #NO_SIZE} where it looks like one but is not
 */
public record Header(
        int row,
        Layout layout,
        List<String> names,
        Map<Field, Integer> fields,
        List<Integer> sizes) {
    /**
     * The mark of a matrix column whose header looks like a size, but is none that the merchant
     * takes.
     */
    public static final int NO_SIZE = -1;

    public Header {
        names = List.copyOf(names);
        fields = Map.copyOf(fields);
        sizes = List.copyOf(sizes);
    }

    /** The name of a column; its letter where it has none. */
    public String name(int column) {
        String name = column < names.size() ? names.get(column) : "";
        return name.isEmpty() ? letters(column) : name;
    }

    /** The column of a field, -1 where the sheet has none. */
    public int column(Field field) {
        return Objects.requireNonNullElse(fields.get(field), -1);
    }

    /** The name of a field's column as the sheet has it; the field's own word where it has none. */
    public String name(Field field) {
        Integer column = fields.get(field);
        return column == null ? field.words() : name(column);
    }

    /** The columns of the fields in the order of the fields, for people. */
    public Map<Field, String> columnNames() {
        Map<Field, String> found = new EnumMap<>(Field.class);
        fields.forEach((field, column) -> found.put(field, name(column)));
        return found;
    }

    /** The headers of the size columns of a matrix. */
    public List<String> sizeNames() {
        List<String> found = new ArrayList<>();
        for (int column = 0; column < sizes.size(); column++) {
            if (sizes.get(column) > 0) {
                found.add(names.get(column));
            }
        }
        return found;
    }

    /** The letters of a column, as a spreadsheet program shows them. */
    static String letters(int column) {
        StringBuilder letters = new StringBuilder();
        for (int rest = column; rest >= 0; rest = rest / 26 - 1) {
            letters.insert(0, (char) ('A' + rest % 26));
        }
        return letters.toString();
    }
}
