package dev.stockload;

import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.FormulaError;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;

/**
 * A workbook of one sheet as a warehouse keeps it: a title, a blank row, a bold header that stays
 * in sight.
 */
final class SampleWorkbook implements AutoCloseable {
    private final XSSFWorkbook workbook = new XSSFWorkbook();
    private final XSSFSheet sheet;
    private final CellStyle bold = workbook.createCellStyle();
    private final CellStyle day = workbook.createCellStyle();
    private int rows;

    SampleWorkbook(String name, String title, Object... header) {
        sheet = workbook.createSheet(name);
        var font = workbook.createFont();
        font.setBold(true);
        bold.setFont(font);
        day.setDataFormat(workbook.createDataFormat().getFormat("d-mmm"));
        add(bold, title);
        rows++;
        add(bold, header);
        sheet.createFreezePane(0, rows);
    }

    /** Width in characters. */
    void widths(int... characters) {
        for (int column = 0; column < characters.length; column++) {
            sheet.setColumnWidth(column, characters[column] * 256);
        }
    }

    /** Adds a row of texts, numbers, dates and errors; null leaves its cell out. */
    void add(Object... values) {
        add(null, values);
    }

    /** Merges the cells of the last rows in the first column. */
    void mergeLast(int count) {
        sheet.addMergedRegion(new CellRangeAddress(rows - count, rows - 1, 0, 0));
    }

    void save(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            workbook.write(out);
        }
    }

    @Override
    public void close() throws IOException {
        workbook.close();
    }

    private void add(CellStyle style, Object... values) {
        Row row = sheet.createRow(rows++);
        for (int column = 0; column < values.length; column++) {
            if (values[column] != null) {
                fill(row, column, values[column], style);
            }
        }
    }

    private void fill(Row row, int column, Object value, CellStyle style) {
        var cell = row.createCell(column);
        if (style != null) {
            cell.setCellStyle(style);
        }
        if (value instanceof Number number) {
            cell.setCellValue(number.doubleValue());
        } else if (value instanceof LocalDate date) {
            cell.setCellValue(date);
            cell.setCellStyle(day);
        } else if (value instanceof FormulaError error) {
            cell.setCellErrorValue(error.getCode());
        } else {
            cell.setCellValue((String) value);
        }
    }
}
