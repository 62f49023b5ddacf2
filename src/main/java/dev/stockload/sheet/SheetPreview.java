package dev.stockload.sheet;

import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.HeaderSearch;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The top of a file, so that a person can say what its columns mean.
 *
 * @param sheets the names of the visible sheets; empty for a CSV file
 * @param rows the first rows that are not empty
 * @param header the index in {@code rows} of the row that is most like a header; -1 if a person
 *     says that there is none
 */
public record SheetPreview(List<String> sheets, List<Line> rows, int header) {
    private static final int MOST_COLUMNS = 60;

    public record Line(int number, List<String> texts) {}

    public static SheetPreview read(Path file, SheetOptions options) throws IOException {
        try (UnpackedSheetFile opened = new UnpackedSheetFile(file, options)) {
            SheetBook book = opened.book();
            String wanted = options.sheet().name();
            SheetBook.Tab shown =
                    book.visible().stream()
                            .filter(tab -> wanted != null && wanted.equals(tab.name()))
                            .findFirst()
                            .orElseGet(opened::firstVisible);
            RowBlock top = new RowBlock();
            try (RowSource source = shown.rows().get()) {
                source.fill(top);
            }
            return new SheetPreview(
                    book.visible().stream()
                            .map(SheetBook.Tab::name)
                            .filter(Objects::nonNull)
                            .toList(),
                    rows(top),
                    new HeaderSearch(wanted, options.header(), Map.of()).closest(top));
        } catch (UnusableSheetException e) {
            throw e.about(file);
        }
    }

    public List<String> columns() {
        if (header < 0) {
            int width = rows.stream().mapToInt(row -> row.texts().size()).max().orElse(0);
            return IntStream.range(0, width).mapToObj(RowBlock::letters).toList();
        }
        return rows.isEmpty()
                ? List.of()
                : rows.get(header).texts().stream()
                        .filter(text -> !text.isBlank())
                        .distinct()
                        .toList();
    }

    public Map<HeaderField, String> known() {
        Map<HeaderField, String> known = new EnumMap<>(HeaderField.class);
        for (String name : columns()) {
            HeaderField.ofHeader(name).ifPresent(field -> known.putIfAbsent(field, name));
        }
        return known;
    }

    private static List<Line> rows(RowBlock block) {
        List<Line> rows = new ArrayList<>();
        for (int row = 0; row < Math.min(block.size(), HeaderSearch.ROWS); row++) {
            List<String> texts = new ArrayList<>();
            for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
                int column = block.column(cell);
                while (texts.size() < Math.min(column, MOST_COLUMNS)) {
                    texts.add("");
                }
                if (column < MOST_COLUMNS) {
                    texts.add(block.text(cell).strip());
                }
            }
            rows.add(new Line(block.number(row), List.copyOf(texts)));
        }
        return List.copyOf(rows);
    }
}
