package dev.stockload.sheet.header;

import static dev.stockload.sheet.header.HeaderField.COLOUR;
import static dev.stockload.sheet.header.HeaderField.ITEM;
import static dev.stockload.sheet.header.HeaderField.PRODUCT;
import static dev.stockload.sheet.header.HeaderField.SIZE;
import static dev.stockload.sheet.header.HeaderField.STOCK;

import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.stock.Digits;
import dev.stockload.stock.Size;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The header of a sheet: what each column holds.
 *
 * @param row its row number in a spreadsheet program; {@link HeaderOptions#NONE} if there is none
 * @param columns the columns up to the last one with a header
 */
public record Header(int row, List<Column> columns) {
    /** The names of the columns that a rejects file adds. */
    static final List<String> NOTES = List.of("Row", "Problem");

    /** Their names in a file whose import holds new colours, as the run did that rejected them. */
    private static final List<String> HOLDING_NOTES =
            List.of("Row", "Problem (new colours are held)");

    public Header {
        columns = List.copyOf(columns);
    }

    /** Whether these are the names of a rejects file. */
    static boolean areNotes(List<String> names) {
        int own = names.size() - NOTES.size();
        return own > 0 && List.of(NOTES, HOLDING_NOTES).contains(names.subList(own, names.size()));
    }

    public static List<String> notes(boolean holdsNewColours) {
        return holdsNewColours ? HOLDING_NOTES : NOTES;
    }

    /** Whether it is that of a rejects file whose import holds new colours. */
    public boolean holdsNewColours() {
        return columns.stream()
                .filter(each -> each.role() == Column.Role.NOTE)
                .anyMatch(each -> HOLDING_NOTES.get(1).equals(each.name()));
    }

    /** The columns of a rejects file that say in brackets what they are. */
    static Map<HeaderField, String> namedInBrackets(List<String> names) {
        Map<HeaderField, String> named = new EnumMap<>(HeaderField.class);
        for (String name : areNotes(names) ? names : List.<String>of()) {
            for (HeaderField field : HeaderField.values()) {
                if (name.endsWith(inBrackets(field))) {
                    named.put(field, name);
                }
            }
        }
        return named;
    }

    private static String inBrackets(HeaderField field) {
        return " (" + field.label() + ")";
    }

    /**
     * The names for a rejects file: one that does not tell its field by itself does in brackets.
     */
    public List<String> tellingNames() {
        return columns.stream()
                .map(
                        each ->
                                each.role() != Column.Role.FIELD
                                                || each.name().endsWith(inBrackets(each.field()))
                                                || isNamed(each)
                                        ? each.name()
                                        : each.label() + inBrackets(each.field()))
                .toList();
    }

    private static boolean isNamed(Column column) {
        return HeaderField.ofHeader(column.name()).equals(Optional.of(column.field()));
    }

    /** Whether there is one: otherwise a person has named the columns by their letters. */
    public boolean isThere() {
        return row != HeaderOptions.NONE;
    }

    public List<String> names() {
        return columns.stream().map(Column::name).toList();
    }

    /** Whether sizes are columns, with a row per colour, and not a row per size. */
    public boolean isMatrix() {
        return columns.stream().anyMatch(Column::isSize);
    }

    /** A column; unnamed and unread if it is beyond the header. */
    public Column at(int place) {
        return place < columns.size()
                ? columns.get(place)
                : Column.other(place, "", Column.Role.UNREAD);
    }

    /** The column of a field, or -1. */
    public int column(HeaderField field) {
        return find(field).map(Column::place).orElse(-1);
    }

    public String name(HeaderField field) {
        return find(field).map(Column::label).orElse(field.label());
    }

    private Optional<Column> find(HeaderField field) {
        return columns.stream().filter(column -> column.isOf(field)).findFirst();
    }

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

    /** Whether a row looks like stock under this header. */
    public boolean fits(RowBlock block, int row) {
        Set<HeaderField> found = EnumSet.noneOf(HeaderField.class);
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            Column column = at(block.column(cell));
            HeaderField field = column.role() == Column.Role.SIZE ? STOCK : column.field();
            String text = block.trimmed(cell);
            if (column.isName() && HeaderField.ofHeader(text).isPresent()) {
                return false;
            }
            boolean isGood =
                    field == SIZE
                            ? Size.parse(text).isPresent()
                            : field != STOCK || Digits.number(text) >= 0;
            if (field != null && isGood) {
                found.add(field == PRODUCT ? ITEM : field);
            }
        }
        return found.containsAll(
                isMatrix() ? Set.of(ITEM, COLOUR, STOCK) : Set.of(ITEM, COLOUR, SIZE, STOCK));
    }

    /** Whether the columns of another sheet have the same names in the same places. */
    public boolean isLike(Header other) {
        return names().stream()
                .map(HeaderField::bare)
                .toList()
                .equals(other.names().stream().map(HeaderField::bare).toList());
    }
}
