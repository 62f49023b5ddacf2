package dev.stockload.sheet.xls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.problem.Problem;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.commons.lang3.ArrayUtils;
import org.apache.poi.hssf.usermodel.HSSFRow;
import org.apache.poi.hssf.usermodel.HSSFSheet;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** .xls workbooks that other programs write in their own way. */
class UnusualXlsTest {
    @TempDir Path folder;

    @Test
    void reports_formulas_that_were_never_calculated() throws IOException {
        try (HSSFWorkbook workbook = new HSSFWorkbook()) {
            HSSFRow row = workbook.createSheet().createRow(0);
            row.createCell(0).setCellFormula("1+1");
            row.createCell(1).setCellValue(0);
            assertThat(rows(workbook)).containsExactly("1: A=uncalculated  | B=number 0");
            workbook.getCreationHelper().createFormulaEvaluator().evaluateAll();
            assertThat(rows(workbook)).containsExactly("1: A=number 2 | B=number 0");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void reads_formulas_with_older_record_numbers(int version) throws IOException {
        Path file = workbookWithFormula();
        byte[] bytes = Files.readAllBytes(file);
        bytes[indexOf(bytes, new byte[] {6, 0}, new byte[] {4, 0, 3, 0}) + 1] = (byte) version;
        Files.write(file, bytes);
        assertThat(rows(file)).containsExactly("5: A=before | D=number 42");
    }

    @Test
    void damage_in_unused_records_does_no_harm() throws IOException {
        Path file = workbookWithFormula();
        byte[] bytes = Files.readAllBytes(file);
        // A font and a window record with damaged content.
        for (int sid : new int[] {0x31, 0x3E}) {
            int at = indexOf(bytes, new byte[] {(byte) sid, (byte) (sid == 0x3E ? 2 : 0)}, null);
            Arrays.fill(bytes, at + 4, at + 8 + (sid == 0x31 ? 12 : 0), (byte) 0xFF);
        }
        Files.write(file, bytes);
        assertThat(rows(file)).containsExactly("5: A=before | D=number 42");
    }

    @Test
    void a_cell_whose_length_hides_the_next_is_damage() throws IOException {
        Path file = folder.resolve("cells.xls");
        try (HSSFWorkbook workbook = new HSSFWorkbook();
                OutputStream out = Files.newOutputStream(file)) {
            HSSFSheet sheet = workbook.createSheet();
            for (int row = 0; row < 9; row++) {
                sheet.createRow(row).createCell(0).setCellValue("cell " + row);
            }
            workbook.write(out);
        }
        byte[] bytes = Files.readAllBytes(file);
        int fifth = indexOf(bytes, new byte[] {(byte) 0xFD, 0}, new byte[] {4, 0, 0, 0});
        bytes[fifth + 2] += 14;
        Files.write(file, bytes);
        assertThatThrownBy(() -> rows(file))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining("damaged");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_lost_sector_is_refused_unless_nothing_in_it_is_read(boolean zeros) throws IOException {
        Path file = folder.resolve("sectors.xls");
        try (HSSFWorkbook workbook = new HSSFWorkbook()) {
            HSSFSheet sheet = workbook.createSheet();
            for (int r = 0; r < 400; r++) {
                HSSFRow row = sheet.createRow(r);
                row.createCell(0).setCellValue("SL-" + (10_000 + r));
                row.createCell(1).setCellValue(r % 3 == 0 ? "Navy" : "White");
                row.createCell(2).setCellValue(30 + r % 10);
            }
            workbook.write(file.toFile());
        }
        byte[] good = Files.readAllBytes(file);
        List<String> rows = rows(file);
        Random random = new Random(7);
        int refused = 0;
        for (int at = 0; at < good.length; at += 512) {
            byte[] sector = new byte[512];
            if (!zeros) {
                random.nextBytes(sector);
            }
            byte[] bytes = good.clone();
            System.arraycopy(sector, 0, bytes, at, 512);
            Files.write(file, bytes);
            try {
                assertThat(rows(file)).as("without the bytes from %d on", at).isEqualTo(rows);
            } catch (UnusableSheetException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(good.length / 512 * 9 / 10);
    }

    @Test
    void crystal_reports_writes_single_records_of_zeros() throws IOException {
        Path file = workbookWithFormula();
        byte[] stream;
        try (POIFSFileSystem made = new POIFSFileSystem(file.toFile())) {
            stream = made.createDocumentInputStream("Workbook").readAllBytes();
        }
        int margin = indexOf(stream, new byte[] {0x2A, 0}, null); // the first after the header
        try (POIFSFileSystem padded = new POIFSFileSystem();
                OutputStream out = Files.newOutputStream(file)) {
            byte[] zeros = ArrayUtils.insert(margin, stream, new byte[4]);
            padded.createDocument(new ByteArrayInputStream(zeros), "Workbook");
            padded.writeFilesystem(out);
        }
        assertThat(rows(file)).containsExactly("5: A=before | D=number 42");
    }

    @Test
    @Timeout(20)
    void many_sheets_are_opened_one_by_one() throws IOException {
        Path file = folder.resolve("many.xls");
        try (HSSFWorkbook workbook = new HSSFWorkbook();
                OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < 150; i++) {
                HSSFSheet sheet = workbook.createSheet();
                for (int r = 0; r < 200; r++) {
                    sheet.createRow(r).createCell(0).setCellValue(i + " " + r);
                }
            }
            workbook.write(out);
        }
        try (SheetBook book = new XlsBook(file).read()) {
            for (int tab = 0; tab < 150; tab++) {
                assertThat(SheetText.of(book, tab)).hasSize(200).contains("7: A=" + tab + " 6");
            }
        }
    }

    @Test
    void hidden_rows_are_read_and_counted() throws IOException {
        Path file = folder.resolve("hidden.xls");
        try (HSSFWorkbook workbook = new HSSFWorkbook()) {
            HSSFSheet sheet = workbook.createSheet();
            for (int r = 0; r < 4; r++) {
                sheet.createRow(r).createCell(0).setCellValue(r);
            }
            sheet.getRow(2).setZeroHeight(true);
            workbook.write(file.toFile());
        }
        try (SheetBook book = new XlsBook(file).read();
                RowSource source = book.tabs().get(0).rows().get()) {
            assertThat(SheetText.of(source)).hasSize(4);
            assertThat(source.warnings(List.of()))
                    .extracting(Problem::message)
                    .containsExactly(
                            "Row 3 is hidden, but was read: delete it if it should not be"
                                    + " imported");
        }
    }

    @Test
    void a_format_of_a_prefix_and_zeros_is_not_a_date() throws IOException {
        try (HSSFWorkbook workbook = new HSSFWorkbook()) {
            var cell = workbook.createSheet().createRow(0).createCell(0);
            var style = workbook.createCellStyle();
            style.setDataFormat(workbook.createDataFormat().getFormat("\"S-\"0000"));
            cell.setCellStyle(style);
            cell.setCellValue(42);
            assertThat(rows(workbook)).containsExactly("1: A=number 42");
        }
    }

    private Path workbookWithFormula() throws IOException {
        Path file = folder.resolve("formula.xls");
        try (HSSFWorkbook workbook = new HSSFWorkbook()) {
            HSSFRow row = workbook.createSheet().createRow(4);
            row.createCell(0).setCellValue("before");
            row.createCell(3).setCellFormula("6*7");
            workbook.getCreationHelper().createFormulaEvaluator().evaluateAll();
            workbook.write(file.toFile());
        }
        return file;
    }

    /** The place of a record by its number and the first bytes of its content. */
    private static int indexOf(byte[] bytes, byte[] sid, byte[] content) {
        for (int i = 512; i < bytes.length - 8; i++) {
            if (Arrays.equals(bytes, i, i + 2, sid, 0, 2)
                    && (content == null || Arrays.equals(bytes, i + 4, i + 8, content, 0, 4))
                    && bytes[i + 3] == 0
                    && bytes[i + 2] != 0) {
                return i;
            }
        }
        throw new AssertionError("No such record");
    }

    private List<String> rows(HSSFWorkbook workbook) throws IOException {
        Path file = folder.resolve("made.xls");
        workbook.write(file.toFile());
        return rows(file);
    }

    private static List<String> rows(Path file) throws IOException {
        try (SheetBook book = new XlsBook(file).read()) {
            return SheetText.of(book, 0);
        }
    }
}
