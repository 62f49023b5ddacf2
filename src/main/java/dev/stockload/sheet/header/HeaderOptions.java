package dev.stockload.sheet.header;

import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a person says about the header of a sheet; null or empty means that it is detected.
 *
 * @param columns the headers of fields; without a header, the letters of their columns
 * @param row its row number, or {@link #NONE}
 * @param unused the headers of columns that are left out, or their letters
 */
public record HeaderOptions(
        Map<HeaderField, String> columns, Integer row, Layout layout, Set<String> unused) {
    /** The sheet has no header: its first row is stock. */
    public static final int NONE = 0;

    /** Where the sizes are. */
    public enum Layout {
        ROWS,
        MATRIX
    }

    public HeaderOptions {
        columns = Map.copyOf(Objects.requireNonNullElse(columns, Map.of()));
        unused = Set.copyOf(Objects.requireNonNullElse(unused, Set.of()));
    }

    public static HeaderOptions named(Map<HeaderField, String> columns) {
        return new HeaderOptions(columns, null, null, Set.of());
    }

    /** The columns that are named by their letters, from left to right. */
    Collection<Column> byLetters() {
        Map<Integer, Column> named = new TreeMap<>();
        for (String letters : unused) {
            named.put(place(letters), Column.other(place(letters), "", Column.Role.UNUSED));
        }
        columns.forEach(
                (field, letters) -> {
                    int place = place(letters);
                    named.put(place, new Column(place, "", Column.Role.FIELD, field, 0));
                });
        return named.values();
    }

    private static int place(String letters) {
        int place = letters.matches("[A-Za-z]{1,3}") ? RowBlock.place(letters) : -1;
        if (place < 0 || place > RowSource.LAST_COLUMN) {
            throw new UnusableSheetException(
                    "is read without a header: name its columns by their letters, such as B; '%s' is none"
                            .formatted(letters));
        }
        return place;
    }

    boolean isWithoutHeader() {
        return row != null && row == NONE;
    }

    /** A rejects file has a header of its own. */
    HeaderOptions ofRejects() {
        return new HeaderOptions(columns, null, layout, unused);
    }
}
