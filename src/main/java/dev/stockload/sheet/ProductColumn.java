package dev.stockload.sheet;

import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.ProductIds;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads the product ids of a file, from the first column if it has no header. */
public final class ProductColumn {
    private static final int NONE = -1;

    private ProductColumn() {}

    /** The distinct ids in row order; refuses a file that has something else in a row. */
    public static Set<Integer> read(Path file) throws IOException {
        try (UnpackedSheetFile opened = new UnpackedSheetFile(file, SheetOptions.none());
                RowSource source = opened.firstVisible().rows()) {
            Set<Integer> ids = new LinkedHashSet<>();
            RowBlock block = new RowBlock();
            int column = NONE;
            boolean more = true;
            while (more) {
                block.clear();
                more = source.fill(block);
                int row = 0;
                if (column == NONE && block.size() > 0) {
                    int headed = headed(block);
                    column = Math.max(0, headed);
                    row = headed == NONE ? 0 : 1;
                }
                for (; row < block.size(); row++) {
                    ids.add(id(block, row, column));
                }
            }
            if (ids.isEmpty()) {
                throw new UnusableSheetException("has no product ids");
            }
            return ids;
        } catch (UnusableSheetException e) {
            throw e.about(file);
        }
    }

    /** The column of product ids if the first row is a header, else {@link #NONE}. */
    private static int headed(RowBlock block) {
        List<String> names = new ArrayList<>();
        for (int cell = block.first(0); cell < block.first(1); cell++) {
            String name = block.text(cell).strip();
            if (HeaderField.ofHeader(name).filter(HeaderField.PRODUCT::equals).isPresent()) {
                return block.column(cell);
            }
            names.add(name);
        }
        if (!names.get(0).matches("[0-9]+")) {
            throw new UnusableSheetException(
                    "has no column of product ids: head it 'Product ID' or 'pid'; its first row has %s"
                            .formatted(String.join(", ", names)));
        }
        return NONE;
    }

    private static int id(RowBlock block, int row, int column) {
        String text = "";
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            if (block.column(cell) == column) {
                text = block.text(cell).strip();
            }
        }
        String found = text;
        return ProductIds.parse(text)
                .orElseThrow(
                        () ->
                                new UnusableSheetException(
                                        "has '%s' in row %d where a product id is expected, a whole number above 0"
                                                .formatted(found, block.number(row))));
    }
}
