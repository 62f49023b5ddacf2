package dev.stockload.sheet;

import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.ProductRef;

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
                RowSource source = opened.firstVisible().rows().get()) {
            Set<Integer> ids = new LinkedHashSet<>();
            RowBlock block = new RowBlock();
            int column = NONE;
            boolean more = true;
            while (more) {
                block.clear();
                more = source.fill(block);
                if (column == NONE && block.size() > 0) {
                    column = passHeader(block);
                }
                for (int row = 0; row < block.size(); row++) {
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

    /** Returns the column of product ids, and removes the first row if it is a header. */
    private static int passHeader(RowBlock block) {
        List<String> names = new ArrayList<>();
        for (int cell = block.first(0); cell < block.first(1); cell++) {
            String name = block.text(cell).strip();
            if (HeaderField.ofHeader(name).filter(HeaderField.PRODUCT::equals).isPresent()) {
                block.dropTo(block.number(0));
                return block.column(cell);
            }
            names.add(name);
        }
        if (!names.get(0).matches("[0-9]+")) {
            throw new UnusableSheetException(
                    "has no column of product ids: head it 'Product ID' or 'pid'; its first row has %s"
                            .formatted(String.join(", ", names)));
        }
        return 0;
    }

    private static int id(RowBlock block, int row, int column) {
        int cell = block.cell(row, column);
        String found = cell < 0 ? "" : block.text(cell).strip();
        return ProductRef.parseId(found)
                .orElseThrow(
                        () ->
                                new UnusableSheetException(
                                        "has '%s' in row %d where a product id is expected, a whole number above 0"
                                                .formatted(found, block.number(row))));
    }
}
