package dev.stockload.sheet;

import dev.stockload.sheet.header.Column;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.TotalWords;
import dev.stockload.sheet.rows.CellKind;
import dev.stockload.sheet.rows.RowBlock;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Repeats the value above in empty cells of the named columns, as merged cells leave them. A colour
 * is not repeated into another product.
 */
final class FillDown {
    /** Columns that are filled together, and their last cells. */
    private static final class Group {
        private final boolean isFilled;
        private final List<Integer> columns;
        private final RowBlock above = new RowBlock(1);
        private Map<Integer, String> names = Map.of();

        Group(Set<HeaderField> filled, Header header, HeaderField... fields) {
            isFilled = Arrays.stream(fields).anyMatch(filled::contains);
            columns = Arrays.stream(fields).map(header::column).toList();
        }

        /** Remembers own cells, or adds those above; true if the row names something else. */
        boolean apply(RowBlock block, int row, RowBlock target) {
            Map<Integer, String> own = new HashMap<>();
            for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
                if (columns.contains(block.column(cell))) {
                    if (own.isEmpty()) {
                        above.clear();
                    }
                    own.put(block.column(cell), block.trimmed(cell));
                    above.copy(block, cell);
                }
            }
            if (own.isEmpty()) {
                for (int cell = 0; isFilled && above.size() > 0 && cell < above.first(1); cell++) {
                    target.copy(above, cell);
                }
                return false;
            }
            above.endRow(block.number(row));
            boolean isAnother = !names.entrySet().containsAll(own.entrySet());
            names = own;
            return isAnother;
        }
    }

    private final Group product;
    private final Group colour;
    private final Header header;
    private final RowBlock filled = new RowBlock();

    FillDown(Set<HeaderField> fields, Header header) {
        this.header = header;
        // A new item number under an empty product id is another product, so the two are filled
        // together.
        product = new Group(fields, header, HeaderField.PRODUCT, HeaderField.ITEM);
        colour = new Group(fields, header, HeaderField.COLOUR);
    }

    RowBlock apply(RowBlock block) {
        if (!product.isFilled && !colour.isFilled) {
            return block;
        }
        filled.copyRows(
                block,
                row -> {
                    if (!isTotal(block, row)) {
                        if (product.apply(block, row, filled)) {
                            colour.above.clear();
                        }
                        colour.apply(block, row, filled);
                    }
                });
        return filled;
    }

    /** Whether a row has no product and no colour, and no size either or a word for totals. */
    private boolean isTotal(RowBlock block, int row) {
        boolean hasName = false;
        boolean hasSize = false;
        boolean hasWord = false;
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            Column column = header.at(block.column(cell));
            boolean isText = block.kind(cell) == CellKind.TEXT && !block.isDigits(cell);
            hasName |= column.isName();
            hasSize |= column.field() == HeaderField.SIZE;
            hasWord |= isText && TotalWords.isTotal(block.trimmed(cell));
        }
        return hasWord || !hasName && !hasSize;
    }
}
