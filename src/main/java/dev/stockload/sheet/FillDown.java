package dev.stockload.sheet;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Repeats the value above in empty cells of the columns that a person named: what merged cells
 * leave out. A colour is not repeated into another product.
 */
final class FillDown {
    /** Columns that are filled together, and the cells that they last held. */
    private static final class Group {
        private final List<Integer> columns;
        private final RowBlock above = new RowBlock();

        Group(Header header, HeaderField... fields) {
            columns =
                    Arrays.stream(fields)
                            .map(header::column)
                            .filter(column -> column >= 0)
                            .toList();
        }
    }

    private final boolean fillsProduct;
    private final boolean fillsColour;
    private final Group product;
    private final Group colour;
    private final RowBlock filled = new RowBlock();

    FillDown(Set<HeaderField> fields, Header header) {
        fillsProduct = fields.contains(HeaderField.PRODUCT) || fields.contains(HeaderField.ITEM);
        fillsColour = fields.contains(HeaderField.COLOUR);
        // A new item number under an empty product id is another product, so the two are filled
        // together.
        product = new Group(header, HeaderField.PRODUCT, HeaderField.ITEM);
        colour = new Group(header, HeaderField.COLOUR);
    }

    /**
     * The same rows with their empty cells filled; the block itself where nothing is to be filled.
     */
    RowBlock apply(RowBlock block) {
        if (!fillsProduct && !fillsColour) {
            return block;
        }
        filled.clear();
        for (int row = 0; row < block.size(); row++) {
            for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
                filled.copy(block, cell);
            }
            if (isAnother(block, row, product)) {
                colour.above.clear();
            }
            fill(block, row, product, fillsProduct);
            fill(block, row, colour, fillsColour);
            filled.endRow(block.number(row));
        }
        return filled;
    }

    /** Whether a row names something else than the rows above it. */
    private static boolean isAnother(RowBlock block, int row, Group group) {
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            if (group.columns.contains(block.column(cell))
                    && !block.trimmed(cell).equals(above(group, block.column(cell)))) {
                return true;
            }
        }
        return false;
    }

    private static String above(Group group, int column) {
        RowBlock above = group.above;
        for (int cell = 0; above.size() > 0 && cell < above.first(1); cell++) {
            if (above.column(cell) == column) {
                return above.trimmed(cell);
            }
        }
        return null;
    }

    private void fill(RowBlock block, int row, Group group, boolean asked) {
        RowBlock above = group.above;
        boolean own = false;
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            if (group.columns.contains(block.column(cell))) {
                if (!own) {
                    above.clear();
                    own = true;
                }
                above.copy(block, cell);
            }
        }
        if (own) {
            above.endRow(block.number(row));
        } else if (asked) {
            for (int cell = 0; above.size() > 0 && cell < above.first(1); cell++) {
                filled.copy(above, cell);
            }
        }
    }
}
