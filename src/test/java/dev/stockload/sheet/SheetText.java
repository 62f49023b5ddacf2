package dev.stockload.sheet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Shows rows as short lines, for tests to compare. */
final class SheetText {
    private SheetText() {}

    /** Each row as its number, then each cell as column letter, kind if not text, and value. */
    static List<String> of(RowSource rows) throws IOException {
        List<String> lines = new ArrayList<>();
        RowBlock block = new RowBlock();
        boolean more;
        do {
            block.clear();
            more = rows.fill(block);
            for (int row = 0; row < block.size(); row++) {
                lines.add(block.number(row) + ": " + cells(block, row));
            }
        } while (more);
        return lines;
    }

    private static String cells(RowBlock block, int row) {
        List<String> cells = new ArrayList<>();
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            String kind =
                    switch (block.kind(cell)) {
                        case TEXT -> "";
                        case NUMBER -> "number ";
                        case DATE -> "date ";
                        case BOOLEAN -> "boolean ";
                        case ERROR -> "error ";
                    };
            cells.add((char) ('A' + block.column(cell)) + "=" + kind + block.paddedText(cell));
        }
        return String.join(" | ", cells);
    }
}
