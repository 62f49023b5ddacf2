package dev.stockload.sheet.header;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

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

    boolean isWithoutHeader() {
        return row != null && row == NONE;
    }

    /** A rejects file has a header of its own. */
    HeaderOptions ofRejects() {
        return new HeaderOptions(columns, null, layout, unused);
    }
}
