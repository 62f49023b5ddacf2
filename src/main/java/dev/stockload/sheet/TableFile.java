package dev.stockload.sheet;

import com.opencsv.CSVWriter;
import com.opencsv.ICSVWriter;

import dev.stockload.sheet.rows.PlainText;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.stock.SafeText;

import org.apache.commons.io.function.IOConsumer;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Font;
import org.apache.poi.ss.usermodel.FormulaError;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.xssf.streaming.SXSSFSheet;
import org.apache.poi.xssf.streaming.SXSSFWorkbook;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Writes a workbook if the name ends in .xlsx, else CSV; escapes what would run as a formula. */
public final class TableFile {
    private static final Pattern SIGNED_NUMBER = Pattern.compile("[-+]\\d++(?:[.,]\\d++)?+");

    /** Takes rows; a cell is a text, a whole or decimal number, or null. */
    public interface Target extends Closeable {
        void row(List<?> cells) throws IOException;
    }

    /** A column of a table with a row for each item: its heading, and the cell of an item. */
    public record Column<T>(String heading, Function<T, Object> cell) {
        public static <T> Column<T> column(String heading, Function<T, Object> cell) {
            return new Column<>(heading, cell);
        }

        public static <T> List<String> headings(List<Column<T>> columns) {
            return columns.stream().map(Column::heading).toList();
        }

        public static <T> List<Object> cells(List<Column<T>> columns, T item) {
            return columns.stream().map(column -> column.cell().apply(item)).toList();
        }
    }

    private TableFile() {}

    /** Writes the whole table; if that fails, the old file stays. */
    public static void write(Path file, List<String> header, IOConsumer<Target> rows)
            throws IOException {
        boolean workbook = file.toString().toLowerCase(Locale.ROOT).endsWith(".xlsx");
        WholeFile.write(
                file,
                temporary -> {
                    try (Target target =
                            workbook
                                    ? new TableWorkbook(temporary, "Table", header)
                                    : new TableCsv(temporary, ',', header)) {
                        rows.accept(target);
                    }
                });
    }

    public static <T> void write(Path file, List<Column<T>> columns, Iterator<T> items)
            throws IOException {
        write(
                file,
                Column.headings(columns),
                target -> {
                    while (items.hasNext()) {
                        target.row(Column.cells(columns, items.next()));
                    }
                });
    }

    /** A number with a sign is not a formula. */
    private static boolean isFormula(String text) {
        return PlainText.beginsAsFormula(text, 0) && !SIGNED_NUMBER.matcher(text).matches();
    }

    /** A table as CSV, in UTF-8 with the byte order mark that spreadsheet programs look for. */
    static final class TableCsv implements Target {
        private static final char BYTE_ORDER_MARK = '\uFEFF';

        private final ICSVWriter csv;

        TableCsv(Path file, char delimiter, List<String> header) throws IOException {
            Writer out =
                    new BufferedWriter(
                            new OutputStreamWriter(
                                    Files.newOutputStream(file), StandardCharsets.UTF_8));
            out.write(BYTE_ORDER_MARK);
            csv =
                    new CSVWriter(
                            out,
                            delimiter,
                            ICSVWriter.DEFAULT_QUOTE_CHARACTER,
                            ICSVWriter.DEFAULT_QUOTE_CHARACTER,
                            "\r\n");
            row(header);
        }

        @Override
        public void row(List<?> cells) {
            csv.writeNext(cells.stream().map(TableCsv::text).toArray(String[]::new), false);
        }

        private static String text(Object cell) {
            if (cell == null) {
                return "";
            }
            if (cell instanceof BigDecimal decimal) {
                return decimal.toPlainString();
            }
            String text = cell.toString();
            boolean typed = cell instanceof String || cell instanceof RowBlock.StoredCell;
            return typed && isFormula(text) ? "'" + text : text;
        }

        @Override
        public void close() throws IOException {
            try (ICSVWriter closing = csv) {
                if (closing.checkError()) { // closing again would be an error
                    throw new IOException(
                            "The table could not be written completely", closing.getException());
                }
            }
        }
    }

    /** A table as a workbook of one sheet, streamed; stored cells keep their kinds. */
    static final class TableWorkbook implements Target {
        private static final int ROWS_IN_MEMORY = 100;
        private static final int WIDTH = 16;
        private static final double LONG_NUMBER = 1e11;

        private final Path file;
        private final SXSSFWorkbook book = new SXSSFWorkbook(ROWS_IN_MEMORY);
        private final SXSSFSheet sheet;
        private final CellStyle bold = book.createCellStyle();
        private final CellStyle escaped = book.createCellStyle();
        private final Map<String, CellStyle> formats = new HashMap<>();
        private int rows;

        TableWorkbook(Path file, String name, List<String> header) {
            this.file = file;
            sheet = book.createSheet(name);
            sheet.createFreezePane(0, 1);
            Font font = book.createFont();
            font.setBold(true);
            bold.setFont(font);
            escaped.setQuotePrefixed(true);
            row(header);
            for (int column = 0; column < header.size(); column++) {
                Cell cell = sheet.getRow(0).getCell(column);
                if (cell != null && !isFormula(header.get(column))) {
                    cell.setCellStyle(bold);
                }
                width(column, WIDTH);
            }
        }

        void width(int column, int characters) {
            sheet.setColumnWidth(column, characters * 256);
        }

        @Override
        public void row(List<?> cells) {
            Row row = sheet.createRow(rows++);
            for (int column = 0;
                    column < cells.size() && column <= RowSource.LAST_COLUMN;
                    column++) {
                Object value = cells.get(column);
                if (value != null) {
                    fill(row.createCell(column), value);
                }
            }
        }

        private void fill(Cell cell, Object value) {
            if (value instanceof RowBlock.StoredCell stored) {
                fill(cell, stored);
            } else if (value instanceof BigDecimal decimal) {
                cell.setCellValue(decimal.doubleValue());
                if (decimal.scale() <= 2) {
                    cell.setCellStyle(format("0.00"));
                }
            } else if (value instanceof Integer number) {
                cell.setCellValue(number);
            } else {
                text(cell, value.toString());
            }
        }

        private void fill(Cell cell, RowBlock.StoredCell stored) {
            switch (stored.kind()) {
                case TEXT -> text(cell, stored.text());
                case NUMBER -> number(cell, stored);
                case DATE -> {
                    cell.setCellValue(stored.value());
                    cell.setCellStyle(format("yyyy-mm-dd"));
                }
                case BOOLEAN -> cell.setCellValue(stored.value() != 0);
                case ERROR -> error(cell, stored.text());
                // Not an empty cell, which may be valid: a missing result stays an error.
                case UNCALCULATED -> error(cell, FormulaError.NA.getString());
            }
        }

        private void number(Cell cell, RowBlock.StoredCell stored) {
            double value = stored.value();
            cell.setCellValue(value);
            if (stored.pad() > 0) {
                cell.setCellStyle(format("0".repeat(stored.pad())));
            } else if (value >= LONG_NUMBER && value == Math.rint(value)) {
                cell.setCellStyle(format("0")); // so that barcodes show all digits
            }
        }

        private void text(Cell cell, String text) {
            cell.setCellValue(text.length() > RowSource.LONGEST_TEXT ? cut(text) : text);
            if (isFormula(text)) {
                cell.setCellStyle(escaped);
            }
        }

        private static String cut(String text) {
            String note =
                    String.format(
                            Locale.ROOT,
                            " … [of %,d characters; a cell holds %,d: write a .csv file for the"
                                    + " whole text]",
                            text.length(),
                            RowSource.LONGEST_TEXT);
            return SafeText.fit(text, RowSource.LONGEST_TEXT, note);
        }

        private void error(Cell cell, String shown) {
            try {
                cell.setCellErrorValue(FormulaError.forString(shown).getCode());
            } catch (IllegalArgumentException e) {
                text(cell, shown); // an error code that POI does not know
            }
        }

        private CellStyle format(String code) {
            return formats.computeIfAbsent(
                    code,
                    unused -> {
                        CellStyle style = book.createCellStyle();
                        style.setDataFormat(book.createDataFormat().getFormat(code));
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
}
