package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellType;
import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

class TableFileTest {
    private static final List<Object> ROW =
            Arrays.asList(
                    7,
                    "=HYPERLINK(\"x\")",
                    new BigDecimal("199.90"),
                    null,
                    "",
                    "<p>a, \"b\"\n红</p>",
                    "-5");

    @TempDir Path folder;

    @Test
    void a_csv_file_keeps_texts_and_escapes_formulas() throws IOException {
        Path file = write("t.csv");
        assertThat(Files.readString(file))
                .isEqualTo(
                        "\uFEFFA,B,C,D,E,F,G\r\n7,\"'=HYPERLINK(\"\"x\"\")\",199.90,,,"
                                + "\"<p>a, \"\"b\"\"\n红</p>\",-5\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "＝1+1",
                "＋1",
                "－1",
                "＠x",
                "\n=1+1",
                " =1",
                "\u00A0=1",
                "\u200B=1",
                "\tx"
            })
    void escapes_a_text_that_a_spreadsheet_program_would_run(String text) throws IOException {
        Path file = folder.resolve("live.csv");
        TableFile.write(file, List.of("colour"), target -> target.row(List.of(text)));
        assertThat(Files.readString(file)).contains("'" + text);
    }

    @Test
    void a_workbook_has_numbers_as_numbers_and_formulas_as_text() throws IOException {
        Path file = write("t.XLSX");
        try (var in = Files.newInputStream(file);
                var book = new XSSFWorkbook(in)) {
            var row = book.getSheetAt(0).getRow(1);
            assertThat(row.getCell(0).getNumericCellValue()).isEqualTo(7);
            Cell formula = row.getCell(1);
            assertThat(formula.getCellType()).isEqualTo(CellType.STRING);
            assertThat(formula.getStringCellValue()).isEqualTo("=HYPERLINK(\"x\")");
            assertThat(formula.getCellStyle().getQuotePrefixed()).isTrue();
            assertThat(new DataFormatter(java.util.Locale.ROOT).formatCellValue(row.getCell(2)))
                    .isEqualTo("199.90");
            assertThat(row.getCell(3)).isNull();
            assertThat(row.getCell(5).getStringCellValue()).isEqualTo("<p>a, \"b\"\n红</p>");
        }
    }

    @Test
    void cuts_a_text_that_is_too_long_for_a_cell_with_a_note() throws IOException {
        Path file = folder.resolve("t.xlsx");
        String text = "x".repeat(40_000);
        TableFile.write(file, List.of("A"), target -> target.row(List.of(text)));
        try (var in = Files.newInputStream(file);
                var book = new XSSFWorkbook(in)) {
            String cell = book.getSheetAt(0).getRow(1).getCell(0).getStringCellValue();
            String note =
                    " … [of 40,000 characters; a cell holds 32,767: write a .csv file for the"
                            + " whole text]";
            assertThat(cell).hasSize(32_767).startsWith("xxx").endsWith("x" + note);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.csv", "t.xlsx"})
    void a_failed_write_keeps_the_old_file(String name) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "old");
        assertThatThrownBy(
                        () ->
                                TableFile.write(
                                        file,
                                        List.of("A"),
                                        target -> {
                                            throw new IllegalStateException("broken");
                                        }))
                .hasMessage("broken");
        assertThat(Files.readString(file)).isEqualTo("old");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    private Path write(String name) throws IOException {
        Path file = folder.resolve("new").resolve(name);
        TableFile.write(
                file, List.of("A", "B", "C", "D", "E", "F", "G"), target -> target.row(ROW));
        return file;
    }
}
