package dev.stockload.sheet;

import dev.stockload.stock.Colour;

import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.DataValidation;
import org.apache.poi.ss.usermodel.DataValidationConstraint;
import org.apache.poi.ss.usermodel.DataValidationConstraint.OperatorType;
import org.apache.poi.ss.usermodel.DataValidationHelper;
import org.apache.poi.ss.usermodel.Font;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.util.CellRangeAddressList;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** An empty sheet in which a spreadsheet program refuses what cannot be imported. */
public final class SheetTemplate {
    private static final String PRODUCTS = "Products";
    private static final String ITEM = "Item number";
    private static final String ID = "Product ID";
    private static final int COLOUR = 1;
    private static final int SIZE = 2;
    private static final int STOCK = 3;
    private static final int COLUMNS = 5;

    /** The example stands above the header, where it is not read. */
    private static final int HEADER = 2;

    private static final int LAST = 20_000;
    private static final int WIDTH = 18 * 256;

    /** What {@code Size} takes: a number of four digits at most, or two of them, rising. */
    private static final String SIZES =
            ("IFERROR(AND(LEFT(C4)<>\"0\",IF(ISNUMBER(FIND(\"-\",C4)),"
                            + "AND(C4=INT(%1$s)&\"-\"&INT(%2$s),--%1$s<--%2$s,--%2$s<10000),"
                            + "AND(C4&\"\"=INT(C4)&\"\",--C4<10000))),FALSE)")
                    .formatted("LEFT(C4,FIND(\"-\",C4)-1)", "MID(C4,FIND(\"-\",C4)+1,9)");

    private final XSSFWorkbook book = new XSSFWorkbook();
    private final XSSFSheet sheet = book.createSheet("Stock");
    private final DataValidationHelper checks = sheet.getDataValidationHelper();
    private final CellStyle text = book.createCellStyle();
    private final CellStyle bold = book.createCellStyle();

    /** A product that can be chosen. */
    public record Item(int id, String number) {}

    private SheetTemplate() {
        text.setDataFormat(book.createDataFormat().getFormat("@"));
        Font font = book.createFont();
        font.setBold(true);
        bold.setFont(font);
    }

    public static void write(List<Item> items, Path file) throws IOException {
        SheetTemplate template = new SheetTemplate();
        template.fill(items);
        WholeFile.write(
                file,
                temporary -> {
                    try (XSSFWorkbook closing = template.book;
                            OutputStream out = Files.newOutputStream(temporary)) {
                        closing.write(out);
                    }
                });
    }

    private void fill(List<Item> items) {
        Set<String> numbers = new HashSet<>();
        boolean byNumber =
                items.stream()
                        .allMatch(each -> !each.number().isEmpty() && numbers.add(each.number()));
        XSSFSheet products = book.createSheet(PRODUCTS);
        row(products, 0, bold, byNumber ? ITEM : ID, byNumber ? ID : ITEM);
        for (int each = 0; each < items.size(); each++) {
            String id = Integer.toString(items.get(each).id());
            String number = items.get(each).number();
            row(products, each + 1, text, byNumber ? number : id, byNumber ? id : number);
        }
        String example =
                items.isEmpty() ? "SL-10001" : products.getRow(1).getCell(0).getStringCellValue();
        row(sheet, 0, text, "One row for each size, below the names of the columns. Such as:");
        row(sheet, 1, text, example, "Black", "38", "5", "4006381333931");
        row(sheet, HEADER, bold, byNumber ? ITEM : ID, "Colour", "Size", "Stock", "Barcode");
        sheet.createFreezePane(0, HEADER + 1);
        for (int column = 0; column < COLUMNS; column++) {
            sheet.setColumnWidth(column, WIDTH);
            products.setColumnWidth(column, WIDTH);
            if (column != STOCK) {
                sheet.setDefaultColumnStyle(column, text);
            }
        }
        checkColumns(items.size());
    }

    private void checkColumns(int items) {
        check(
                0,
                checks.createFormulaListConstraint(
                        "%s!$A$2:$A$%d".formatted(PRODUCTS, Math.max(2, items + 1))),
                "Choose one of the sheet " + PRODUCTS);
        check(
                COLOUR,
                checks.createTextLengthConstraint(
                        OperatorType.BETWEEN, "1", Integer.toString(Colour.LONGEST_NAME)),
                "A colour has at most %d characters".formatted(Colour.LONGEST_NAME));
        check(
                SIZE,
                checks.createCustomConstraint(SIZES),
                "A size is a whole number such as 36, or a range such as 36-38");
        check(
                STOCK,
                checks.createIntegerConstraint(
                        OperatorType.BETWEEN, "0", Integer.toString(Integer.MAX_VALUE)),
                "Stock is a whole number, 0 or more");
    }

    private void check(int column, DataValidationConstraint rule, String sentence) {
        DataValidation check =
                checks.createValidation(
                        rule, new CellRangeAddressList(HEADER + 1, LAST, column, column));
        check.setErrorStyle(DataValidation.ErrorStyle.STOP);
        check.createErrorBox("This cannot be imported", sentence);
        check.setShowErrorBox(true);
        sheet.addValidationData(check);
    }

    private static void row(XSSFSheet sheet, int number, CellStyle style, String... cells) {
        Row row = sheet.createRow(number);
        for (int column = 0; column < cells.length; column++) {
            Cell cell = row.createCell(column);
            cell.setCellValue(cells[column]);
            cell.setCellStyle(style);
        }
    }
}
