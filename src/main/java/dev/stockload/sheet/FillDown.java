package dev.stockload.sheet;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Repeats the value above in empty cells of the columns that a person named: what merged cells
 * leave out.
 */
final class FillDown {
    /** Columns that are filled together, and the cells that they last held. */
    private record Group(List<Integer> columns, RowBlock above) {}

    private final List<Group> groups;
    private final RowBlock filled = new RowBlock();

    FillDown(Set<Field> fields, Header header) {
        boolean product = fields.contains(Field.PRODUCT) || fields.contains(Field.ITEM);
        // A new item number under an empty product id is another product, so the two are filled
        // together.
        groups =
                Stream.of(
                                product ? group(header, Field.PRODUCT, Field.ITEM) : group(header),
                                fields.contains(Field.COLOUR)
                                        ? group(header, Field.COLOUR)
                                        : group(header))
                        .filter(group -> !group.columns.isEmpty())
                        .toList();
    }

    private static Group group(Header header, Field... fields) {
        List<Integer> columns =
                Arrays.stream(fields).map(header::column).filter(column -> column >= 0).toList();
        return new Group(columns, new RowBlock());
    }

    /**
     * The same rows with their empty cells filled; the block itself where nothing is to be filled.
     */
    RowBlock apply(RowBlock block) {
        if (groups.isEmpty()) {
            return block;
        }
        filled.clear();
        for (int row = 0; row < block.size(); row++) {
            for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
                filled.copy(block, cell);
            }
            for (Group group : groups) {
                fill(block, row, group);
            }
            filled.endRow(block.number(row));
        }
        return filled;
    }

    private void fill(RowBlock block, int row, Group group) {
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
        } else {
            for (int cell = 0; above.size() > 0 && cell < above.first(1); cell++) {
                filled.copy(above, cell);
            }
        }
    }
}
