package dev.stockload.sheet;

import dev.stockload.problem.RowPlace;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.rows.PlainText;

import java.util.Comparator;

/**
 * How a text is read in the cells of a field, or in the cell of one row. In a matrix a size is that
 * of a header, and a stock a cell of the grid.
 *
 * @param found the text as people see it; an empty cell only with a row
 * @param place null for all rows; its sheet is null if only one is read
 */
public record Correction(HeaderField field, String found, String value, RowPlace place)
        implements Comparable<Correction> {
    /** Two that say how the same cells are read are equal. */
    public static final Comparator<Correction> OF_ONE_CELL =
            Comparator.comparing(Correction::field)
                    .thenComparing(Correction::found)
                    .thenComparing(each -> String.valueOf(each.place));

    public Correction {
        found = PlainText.of(found);
        value = value.strip();
        if (value.isEmpty() || found.isEmpty() && place == null) {
            throw new IllegalArgumentException("A correction has a text that is read as another");
        }
    }

    /** {@code size 'XL'}, perhaps with its row. */
    String words() {
        return "%s '%s'".formatted(field.label(), found) + (place == null ? "" : " in " + place);
    }

    @Override
    public int compareTo(Correction other) {
        return OF_ONE_CELL.thenComparing(Correction::value).compare(this, other);
    }
}
