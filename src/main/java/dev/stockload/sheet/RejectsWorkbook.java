package dev.stockload.sheet;

import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.FormulaError;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.xssf.streaming.SXSSFSheet;
import org.apache.poi.xssf.streaming.SXSSFWorkbook;
import org.apache.poi.xssf.usermodel.XSSFFont;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Rejected rows as a workbook, streamed: the cells keep their kinds. */
final class RejectsWorkbook implements RejectsFile.Target {
    private static final int ROWS_IN_MEMORY = 100;
    private static final double LONG_NUMBER = 1e11;
    private static final int LONGEST_TEXT = 32_767;
    private static final int LAST_COLUMN = 16_383;

    private final Path file;
    private final SXSSFWorkbook book = new SXSSFWorkbook(ROWS_IN_MEMORY);
    private final SXSSFSheet sheet = book.createSheet("Rejected");
    private final Map<String, CellStyle> styles = new HashMap<>();
    private int rows;

    RejectsWorkbook(Path file) {
        this.file = file;
        sheet.createFreezePane(0, 1);
    }

    @Override
    public void header(List<String> names) {
        Row header = sheet.createRow(rows++);
        CellStyle bold =
                style(
                        "bold",
                        style -> {
                            XSSFFont font = (XSSFFont) book.createFont();
                            font.setBold(true);
                            style.setFont(font);
                        });
        for (int column = 0; column < names.size(); column++) {
            Cell cell = header.createCell(column);
            text(cell, names.get(column));
            if (!RejectsFile.isFormula(names.get(column))) {
                cell.setCellStyle(bold);
            }
            sheet.setColumnWidth(column, (column == names.size() - 1 ? 90 : 16) * 256);
        }
    }

    @Override
    public void row(RowBlock block, int row, RejectsFile.Places places, String problems) {
        Row target = sheet.createRow(rows++);
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            int place = places.of(block.column(cell));
            if (place >= 0 && place <= LAST_COLUMN) {
                copy(block, cell, target.createCell(place));
            }
        }
        target.createCell(places.row()).setCellValue(block.number(row));
        text(target.createCell(places.problems()), problems);
    }

    private void copy(RowBlock block, int cell, Cell target) {
        switch (block.kind(cell)) {
            case TEXT -> text(target, block.text(cell));
            case NUMBER -> number(target, block.value(cell), block.pad(cell));
            case DATE -> {
                target.setCellValue(block.value(cell));
                target.setCellStyle(format("yyyy-mm-dd"));
            }
            case BOOLEAN -> target.setCellValue(block.value(cell) != 0);
            case ERROR -> error(target, block.text(cell));
            case UNCALCULATED -> error(target, FormulaError.NA.getString());
        }
    }

    private void number(Cell target, double value, int pad) {
        target.setCellValue(value);
        if (pad > 0) {
            target.setCellStyle(format("0".repeat(pad)));
        } else if (value >= LONG_NUMBER && value == Math.rint(value)) {
            target.setCellStyle(format("0")); // barcodes show all their digits
        }
    }

    private void text(Cell target, String text) {
        target.setCellValue(text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text);
        if (RejectsFile.isFormula(text)) {
            target.setCellStyle(style("inert", style -> style.setQuotePrefixed(true)));
        }
    }

    private void error(Cell target, String shown) {
        try {
            target.setCellErrorValue(FormulaError.forString(shown).getCode());
        } catch (IllegalArgumentException e) {
            text(target, shown); // one that is newer than POI
        }
    }

    private CellStyle format(String code) {
        return style(code, style -> style.setDataFormat(book.createDataFormat().getFormat(code)));
    }

    private CellStyle style(String name, Consumer<CellStyle> setUp) {
        return styles.computeIfAbsent(
                name,
                unused -> {
                    CellStyle style = book.createCellStyle();
                    setUp.accept(style);
                    return style;
                });
    }

    @Override
    public void close() throws IOException {
        try (SXSSFWorkbook closing = book;
                OutputStream out = Files.newOutputStream(file)) {
            closing.write(out);
        }
    }
}
