package dev.stockload.sheet;

import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.xssf.streaming.SXSSFSheet;
import org.apache.poi.xssf.streaming.SXSSFWorkbook;
import org.apache.poi.xssf.usermodel.XSSFFont;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A table as a workbook of one sheet, streamed. */
final class TableWorkbook implements TableFile.Target {
    private static final int ROWS_IN_MEMORY = 100;
    private static final int WIDTH = 16;

    /** What a cell of a workbook holds at most; the rest of a longer text is left out. */
    private static final int LONGEST_TEXT = 32_767;

    private final Path file;
    private final SXSSFWorkbook book = new SXSSFWorkbook(ROWS_IN_MEMORY);
    private final SXSSFSheet sheet = book.createSheet();
    private final CellStyle inert = book.createCellStyle();
    private final CellStyle price = book.createCellStyle();
    private int rows;

    TableWorkbook(Path file, List<String> header) {
        this.file = file;
        inert.setQuotePrefixed(true);
        price.setDataFormat(book.createDataFormat().getFormat("0.00"));
        CellStyle bold = book.createCellStyle();
        XSSFFont font = (XSSFFont) book.createFont();
        font.setBold(true);
        bold.setFont(font);
        sheet.createFreezePane(0, 1);
        row(header);
        for (int column = 0; column < header.size(); column++) {
            sheet.getRow(0).getCell(column).setCellStyle(bold);
            sheet.setColumnWidth(column, WIDTH * 256);
        }
    }

    @Override
    public void row(List<?> cells) {
        Row row = sheet.createRow(rows++);
        for (int column = 0; column < cells.size(); column++) {
            Object value = cells.get(column);
            if (value != null) {
                fill(row.createCell(column), value);
            }
        }
    }

    private void fill(Cell cell, Object value) {
        if (value instanceof BigDecimal decimal) {
            cell.setCellValue(decimal.doubleValue());
            if (decimal.scale() <= 2) {
                cell.setCellStyle(price);
            }
        } else if (value instanceof Integer number) {
            cell.setCellValue(number);
        } else {
            String text = value.toString();
            cell.setCellValue(
                    text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text);
            if (RejectsFile.isFormula(text)) {
                cell.setCellStyle(inert);
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (SXSSFWorkbook closing = book;
                OutputStream out = Files.newOutputStream(file)) {
            closing.write(out);
        }
    }
}
