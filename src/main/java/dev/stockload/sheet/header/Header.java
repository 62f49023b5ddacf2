package dev.stockload.sheet.header;

import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.stock.Size;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The header of a sheet: which column is about what.
 *
 * @param row its row, as a spreadsheet program shows it
 * @param columns from the first to the last that the header names
 */
public record Header(int row, Layout layout, List<Column> columns) {
    public Header {
        columns = List.copyOf(columns);
    }

    /** The names of the columns, empty where a column has none. */
    public List<String> names() {
        return columns.stream().map(Column::name).toList();
    }

    /** A column; one without a name where it is beyond the header. */
    public Column at(int place) {
        return place < columns.size()
                ? columns.get(place)
                : Column.other(place, "", Column.Role.UNREAD);
    }

    /** The column of a field, -1 where the sheet has none. */
    public int column(HeaderField field) {
        return find(field).map(Column::place).orElse(-1);
    }

    /** The name of a field's column as the sheet has it; the field's own word where it has none. */
    public String name(HeaderField field) {
        return find(field).map(Column::label).orElse(field.words());
    }

    private Optional<Column> find(HeaderField field) {
        return columns.stream()
                .filter(column -> column.role() == Column.Role.FIELD && column.field() == field)
                .findFirst();
    }

    /** The columns of the fields in the order of the fields, for people. */
    public Map<HeaderField, String> columnNames() {
        Map<HeaderField, String> found = new EnumMap<>(HeaderField.class);
        for (Column column : columns) {
            if (column.role() == Column.Role.FIELD) {
                found.put(column.field(), column.label());
            }
        }
        return found;
    }

    public List<String> sizeNames() {
        return columns.stream()
                .filter(column -> column.role() == Column.Role.SIZE)
                .map(Column::name)
                .toList();
    }

    /** Whether a row looks like one of this header: each column that is needed holds its kind. */
    public boolean fits(RowBlock block, int row) {
        boolean hasProduct = false;
        boolean hasColour = false;
        boolean hasSize = layout == Layout.MATRIX;
        boolean hasStock = false;
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            Column column = at(block.column(cell));
            String text = block.trimmed(cell);
            hasProduct |=
                    column.field() == HeaderField.PRODUCT || column.field() == HeaderField.ITEM;
            hasColour |= column.field() == HeaderField.COLOUR;
            hasSize |= column.field() == HeaderField.SIZE && Size.parse(text).isPresent();
            hasStock |=
                    (column.field() == HeaderField.STOCK || column.role() == Column.Role.SIZE)
                            && text.matches("[0-9]+");
        }
        return hasProduct && hasColour && hasSize && hasStock;
    }

    /** Whether the columns of another sheet have the same names in the same places. */
    public boolean isLike(Header other) {
        return names().stream()
                .map(HeaderField::bare)
                .toList()
                .equals(other.names().stream().map(HeaderField::bare).toList());
    }
}
