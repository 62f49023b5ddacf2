package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sheet.xls.XlsBook;

import org.apache.poi.hssf.record.DateWindow1904Record;
import org.apache.poi.hssf.record.Record;
import org.apache.poi.hssf.usermodel.HSSFCell;
import org.apache.poi.hssf.usermodel.HSSFCellStyle;
import org.apache.poi.hssf.usermodel.HSSFRow;
import org.apache.poi.hssf.usermodel.HSSFSheet;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.ss.usermodel.FormulaError;
import org.apache.poi.ss.usermodel.SheetVisibility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

public class XlsBookTest {
    @TempDir Path folder;

    public static Path sheet(String name) {
        try {
            return Path.of(XlsBookTest.class.getResource("/sheets/" + name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Test
    void reads_a_workbook_of_libreoffice() throws IOException {
        try (SheetBook book = new XlsBook(sheet("stock.xls")).read()) {
            assertThat(SheetText.tabs(book))
                    .containsExactly("Stock 库存 true", "Notes false", "Zweites Blatt true");
            assertThat(SheetText.of(book, 0))
                    .containsExactly(
                            "1: A=Lagerbestand 库存",
                            "3: A=商品ID | B=颜色 | C=尺码 | D=库存 | E=条码 | F=Date | G=Note",
                            "4: A=number 1001 | B=黑色 | C=number 36 | D=number 5 | E=number"
                                + " 4006381333931 | F=date 2024-03-01 | G=\"quoted\", and a comma",
                            "5: B=grün | C=36-40 | D=number 1250 | E=number 000123"
                                    + " | F=date 2024-03-01 18:30:00 | G=number 1255",
                            "6: A=number 1002 | B=weiß, „matt“ | C=date 2024-12-10 | D=number 2.6"
                                    + " | E=000456 | G=Aö",
                            "7: A=number 1003 | B=深蓝  | C=number 1 | D=error #DIV/0! | E=error #N/A"
                                    + " | F=date 2024-03-02 | G=boolean TRUE",
                            "9: A==SUM(A1) | B=-5 | C=Ünïcödé 👟 | D=two\n"
                                    + "lines | E=number -3 | F=number 0.1");
            assertThat(SheetText.of(book, 1)).containsExactly("1: A=hidden");
            assertThat(SheetText.of(book, 2))
                    .containsExactly("1: A=pid | B=colour", "2: A=number 7 | B=rot");
        }
    }

    @Test
    void sheets_can_be_hidden_in_two_ways_and_read_in_any_order() throws IOException {
        Path file = folder.resolve("stock.xls");
        try (HSSFWorkbook workbook = new HSSFWorkbook()) {
            for (String name : List.of("one", "two", "three")) {
                workbook.createSheet(name).createRow(0).createCell(0).setCellValue("in " + name);
            }
            workbook.setActiveSheet(2);
            workbook.setSheetVisibility(0, SheetVisibility.HIDDEN);
            workbook.setSheetVisibility(1, SheetVisibility.VERY_HIDDEN);
            workbook.setSheetOrder("three", 0);
            workbook.write(file.toFile());
        }
        try (SheetBook book = new XlsBook(file).read()) {
            assertThat(SheetText.tabs(book))
                    .containsExactly("three true", "one false", "two false");
            assertThat(SheetText.of(book, 2)).containsExactly("1: A=in two");
            assertThat(SheetText.of(book, 0)).containsExactly("1: A=in three");
            assertThat(SheetText.of(book, 1)).containsExactly("1: A=in one");
        }
    }

    @Test
    void reads_every_kind_of_cell() throws IOException {
        Path file = folder.resolve("stock.xls");
        try (HSSFWorkbook workbook = new HSSFWorkbook()) {
            HSSFSheet sheet = workbook.createSheet();
            HSSFRow row = sheet.createRow(1);
            row.createCell(0).setCellValue(true);
            row.createCell(1).setCellErrorValue(FormulaError.REF);
            row.createCell(2).setCellValue("  ");
            row.createCell(3).setCellFormula("\"a\"&\"b\"");
            row.createCell(4).setCellFormula("\"\"");
            row.createCell(5).setCellFormula("1>2");
            row.createCell(6).setCellFormula("#REF!+1");
            row.createCell(7).setBlank();
            styled(workbook, row.createCell(8), "0000").setCellValue(12345);
            styled(workbook, row.createCell(9), "0000").setCellValue(7);
            styled(workbook, row.createCell(10), "m/d/yy h:mm").setCellValue(45352.25);
            styled(workbook, row.createCell(11), "[Red]0.00").setCellValue(1.005);
            workbook.getCreationHelper().createFormulaEvaluator().evaluateAll();
            workbook.write(file.toFile());
        }
        try (SheetBook book = new XlsBook(file).read()) {
            assertThat(SheetText.of(book, 0))
                    .containsExactly(
                            "2: A=boolean TRUE | B=error #REF! | D=ab | F=boolean FALSE | G=error"
                                    + " #REF! | I=number 12345 | J=number 0007 | K=date 2024-03-01"
                                    + " 06:00:00 | L=number 1.005");
        }
    }

    @Test
    void dates_of_the_1904_system_are_the_same_days() throws IOException {
        Path file = folder.resolve("stock.xls");
        try (HSSFWorkbook workbook = new HSSFWorkbook()) {
            for (Record next : workbook.getInternalWorkbook().getRecords()) {
                if (next instanceof DateWindow1904Record window) {
                    window.setWindowing((short) 1);
                }
            }
            HSSFRow row = workbook.createSheet().createRow(0);
            styled(workbook, row.createCell(0), "yyyy-mm-dd").setCellValue(43890.0);
            workbook.write(file.toFile());
        }
        try (SheetBook book = new XlsBook(file).read()) {
            assertThat(SheetText.of(book, 0)).containsExactly("1: A=date 2024-03-01");
        }
    }

    @Test
    void reads_many_blocks_and_the_last_row_that_a_sheet_can_have() throws IOException {
        Path file = folder.resolve("stock.xls");
        try (HSSFWorkbook workbook = new HSSFWorkbook()) {
            HSSFSheet sheet = workbook.createSheet();
            for (int i = 0; i < 3000; i++) {
                HSSFRow row = sheet.createRow(i);
                row.createCell(0).setCellValue(i);
                row.createCell(1).setCellValue("colour " + i % 50);
            }
            sheet.createRow(65_535).createCell(255).setCellValue("last");
            workbook.write(file.toFile());
        }
        try (SheetBook book = new XlsBook(file).read()) {
            assertThat(SheetText.of(book, 0))
                    .hasSize(3001)
                    .startsWith("1: A=number 0 | B=colour 0")
                    .contains(
                            "513: A=number 512 | B=colour 12", "3000: A=number 2999 | B=colour 49")
                    .last()
                    .asString()
                    .startsWith("65536: ")
                    .endsWith("=last");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Book         | is from Excel 5.0/95 or older; open it in Excel and save it as .xlsx
                    WordDocument | is a Word document; a stock sheet is an .xlsx, .xls, .ods or CSV file
                    Something    | is an Office file without a workbook in it; a stock sheet is an .xlsx, .xls, .ods or CSV file
                    """)
    void recognizes_other_office_files(String part, String message) throws IOException {
        Path file = folder.resolve("stock.xls");
        try (POIFSFileSystem container = new POIFSFileSystem()) {
            container.createDocument(new ByteArrayInputStream(new byte[5000]), part);
            try (OutputStream out = Files.newOutputStream(file)) {
                container.writeFilesystem(out);
            }
        }
        assertUnusable(file, message);
    }

    @Test
    void reports_an_older_workbook_in_the_newer_container() throws IOException {
        Path file = folder.resolve("stock.xls");
        byte[] bytes = Files.readAllBytes(sheet("stock.xls"));
        for (int i = 0; i < bytes.length - 8; i++) {
            if (bytes[i] == 9 && bytes[i + 1] == 8 && bytes[i + 4] == 0 && bytes[i + 5] == 6) {
                bytes[i + 5] = 5;
                break;
            }
        }
        Files.write(file, bytes);
        assertUnusable(
                file, "is from Excel 5.0/95 or older; open it in Excel and save it as .xlsx");
    }

    @Test
    void refuses_rows_out_of_order_because_they_would_be_split() throws IOException {
        Path file = folder.resolve("stock.xls");
        byte[] bytes = Files.readAllBytes(sheet("stock.xls"));
        byte[] firstTextOfRowNine = {(byte) 0xFD, 0, 10, 0, 8, 0, 0, 0};
        int at = 0;
        while (!Arrays.equals(bytes, at, at + 8, firstTextOfRowNine, 0, 8)) {
            at++;
        }
        bytes[at + 4] = 1;
        Files.write(file, bytes);
        assertUnusable(
                file,
                "has its rows out of order from row 2 on; open it in Excel and save it"
                        + " as .xlsx");
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 600, 2000, 4000, 6000})
    void reports_an_incomplete_workbook(int length) throws IOException {
        Path file = folder.resolve("stock.xls");
        Files.write(file, Arrays.copyOf(Files.readAllBytes(sheet("stock.xls")), length));
        assertUnusable(
                file,
                "is damaged or cut off and cannot be read as an .xls workbook; save or"
                        + " copy it again");
    }

    @Test
    void a_damaged_workbook_ends_in_rows_or_a_sentence() throws IOException {
        byte[] good = Files.readAllBytes(sheet("stock.xls"));
        Path file = folder.resolve("stock.xls");
        Random random = new Random(11);
        int unusable = 0;
        for (int round = 0; round < 300; round++) {
            byte[] bytes = good.clone();
            for (int i = random.nextInt(6) + 1; i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            Files.write(file, bytes);
            try {
                readAll(file);
            } catch (UnusableSheetException e) {
                assertThat(e).hasMessageMatching("(is|has) .+");
                unusable++;
            }
        }
        assertThat(unusable).isPositive();
    }

    private static void assertUnusable(Path file, String message) {
        assertThatThrownBy(() -> readAll(file))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessage(message);
    }

    private static void readAll(Path file) throws IOException {
        try (UnpackedSheetFile opened = new UnpackedSheetFile(file, SheetOptions.none())) {
            SheetBook book = opened.book();
            for (int i = 0; i < book.tabs().size(); i++) {
                SheetText.of(book, i);
            }
        }
    }

    private static HSSFCell styled(HSSFWorkbook workbook, HSSFCell cell, String format) {
        HSSFCellStyle style = workbook.createCellStyle();
        style.setDataFormat(workbook.createDataFormat().getFormat(format));
        cell.setCellStyle(style);
        return cell;
    }
}
