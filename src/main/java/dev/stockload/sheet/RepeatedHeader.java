package dev.stockload.sheet;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Tells rows that are a header from those below it: the same header again, or another table's. */
public final class RepeatedHeader {
    private static final int KEPT = 1 << 8;

    private final Header header;
    private final Set<String> words = new HashSet<>();
    private final String colour;

    /** Colours of late that are no word of a header: they come again and again. */
    private final String[] colours = new String[KEPT];

    public RepeatedHeader(Header header) {
        this.header = header;
        for (HeaderField field : HeaderField.values()) {
            words.addAll(field.names());
        }
        for (Column column : header.columns()) {
            if (column.role() == Column.Role.FIELD) {
                words.add(HeaderField.bare(column.name()));
            }
        }
        colour = header.name(HeaderField.COLOUR);
    }

    /** Whether a row is this header again; told at once for nearly all rows by their colour. */
    public boolean isSame(String colourOfRow, RowBlock block, int row) {
        return colour.equalsIgnoreCase(colourOfRow) && differs(block, row) == 0;
    }

    /** Whether a row is the header of another table, under which all would be misread. */
    public boolean isOther(String colourOfRow, RowBlock block, int row) {
        int enough = header.layout() == Layout.MATRIX ? 2 : 3;
        return isWord(colourOfRow) && known(block, row) >= enough && differs(block, row) > 0;
    }

    @SuppressWarnings("ReferenceEquality") // the same object, or it is looked at again
    private boolean isWord(String text) {
        int hash = text.hashCode();
        int slot = (hash ^ hash >>> 8 ^ hash >>> 16) & KEPT - 1;
        if (text == colours[slot]) {
            return false;
        }
        boolean isWord = words.contains(text.toLowerCase(Locale.ROOT));
        if (!isWord) {
            colours[slot] = text;
        }
        return isWord;
    }

    private int known(RowBlock block, int row) {
        int known = 0;
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            known += words.contains(HeaderField.bare(block.text(cell))) ? 1 : 0;
        }
        return known;
    }

    /** In how many columns a row has another text than the header. */
    private int differs(RowBlock block, int row) {
        int named = 0;
        for (Column column : header.columns()) {
            named += HeaderField.bare(column.name()).isEmpty() ? 0 : 1;
        }
        int same = 0;
        int filled = 0;
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            int place = block.column(cell);
            String name = place < header.columns().size() ? header.columns().get(place).name() : "";
            String text = HeaderField.bare(block.text(cell));
            filled += text.isEmpty() ? 0 : 1;
            same += !text.isEmpty() && text.equals(HeaderField.bare(name)) ? 1 : 0;
        }
        return Math.max(named, filled) - same;
    }
}
