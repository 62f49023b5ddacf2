package dev.stockload.sheet.rows;

import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.xlsx.XlsxBook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Formats rows as short lines, for tests to compare. */
public final class SheetText {
    private SheetText() {}

    /** Each row as its number, then each cell as column letter, kind if not text, and value. */
    public static List<String> of(RowSource rows) throws IOException {
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

    public static List<String> of(SheetBook book, int tab) throws IOException {
        try (RowSource rows = book.tabs().get(tab).rows().get()) {
            return of(rows);
        }
    }

    /** Each sheet as its name and whether it is visible. */
    public static List<String> tabs(SheetBook book) {
        return book.tabs().stream().map(tab -> tab.name() + " " + tab.visible()).toList();
    }

    /** The first sheet of a workbook with these parts, which is written into the folder. */
    public static List<String> ofXlsx(Path folder, Map<String, byte[]> parts) throws IOException {
        return ofXlsx(Files.write(folder.resolve("made.xlsx"), XlsxPackage.zip(parts)));
    }

    public static List<String> ofXlsx(Path file) throws IOException {
        try (SheetBook book = new XlsxBook(file).read()) {
            return of(book, 0);
        }
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
                        case UNCALCULATED -> "uncalculated ";
                    };
            cells.add((char) ('A' + block.column(cell)) + "=" + kind + block.paddedText(cell));
        }
        return String.join(" | ", cells);
    }
}
