package dev.stockload.sheet.header;

import java.util.List;

/**
 * Maps the columns of a sheet to those of its rejects file.
 *
 * @param width the number of columns before the two that are added
 * @param names the number of columns in the sheet's header, including those of an earlier rejects
 *     file
 */
public record RejectsColumns(int width, int names) {
    public static final List<String> ADDED = List.of("Row", "Problem");

    public static RejectsColumns of(List<String> names) {
        int count = names.size();
        boolean noted = count > 2 && names.subList(count - 2, count).equals(ADDED);
        return new RejectsColumns(noted ? count - 2 : count, count);
    }

    /** The new place; -1 for columns of an earlier rejects file. */
    public int of(int column) {
        if (column < width) {
            return column;
        }
        return column < names ? -1 : column - names + width + ADDED.size();
    }

    public int row() {
        return width;
    }

    public int problems() {
        return width + 1;
    }

    /** Marks the columns that an earlier rejects file added. */
    static void markNotes(List<Column> columns) {
        RejectsColumns places = RejectsColumns.of(columns.stream().map(Column::name).toList());
        for (int place = places.width(); place < places.names(); place++) {
            columns.set(place, Column.other(place, columns.get(place).name(), Column.Role.NOTE));
        }
    }
}
