package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.check.CheckedSheet;
import dev.stockload.sheet.SheetOptions.SheetChoice;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

class StockSheetTest {
    private static final String HEADER = XlsxPackage.row("pid", "colour", "size", "stock");

    @TempDir Path folder;

    @Test
    void reads_the_first_visible_sheet_with_a_header() throws IOException {
        Path file = workbook();
        assertThat(sheetRead(file, null)).isEqualTo("Stock");
    }

    @Test
    void reads_the_named_sheet_even_if_hidden_in_any_case() throws IOException {
        Path file = workbook();
        assertThat(sheetRead(file, "Old")).isEqualTo("Old");
        assertThat(sheetRead(file, "secret")).isEqualTo("Secret");
    }

    @Test
    void lists_the_sheets_if_the_named_one_is_missing() throws IOException {
        Path file = workbook();
        assertThatThrownBy(() -> sheetRead(file, "Stok"))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessage("has no sheet 'Stok'; it has 'Secret', 'Cover', 'Stock', 'Old'");
        Path csv = Files.writeString(folder.resolve("a.csv"), "pid,colour,size,stock\n1,a,36,5\n");
        assertThatThrownBy(() -> sheetRead(csv, "Stock"))
                .hasMessage(
                        "has no sheet 'Stock': it is CSV text, which is a single sheet"
                                + " without a name");
    }

    @Test
    void without_a_header_reports_the_closest_sheet() throws IOException {
        Path file =
                new XlsxPackage()
                        .rows("Cover", XlsxPackage.row("Stock", "of", "week", "46"))
                        .rows("Stock", XlsxPackage.row("pid", "shade", "size", "stock"))
                        .rows("Empty", "")
                        .write(folder.resolve("a.xlsx"));
        assertThatThrownBy(() -> sheetRead(file, null))
                .hasMessageStartingWith(
                        "has no header in the first 30 rows of sheet 'Stock': row 1"
                                + " comes closest, but lacks a colour column; it has 'pid',"
                                + " 'shade', 'size', 'stock'. If it has them");
    }

    @Test
    void refuses_a_workbook_with_only_hidden_sheets() throws IOException {
        Path file =
                new XlsxPackage()
                        .rows("Stock", HEADER, "state=\"hidden\"")
                        .write(folder.resolve("a.xlsx"));
        assertThatThrownBy(() -> sheetRead(file, null))
                .hasMessage("has no visible sheet; name a hidden one to read it");
    }

    @Test
    void reports_damage_far_below_the_header_with_the_file_name() throws IOException {
        StringBuilder rows = new StringBuilder(HEADER);
        for (int i = 0; i < 2000; i++) {
            rows.append(XlsxPackage.row("" + i, "a" + i * 7919, "36", "5" + i * 31));
        }
        Path file =
                XlsxPackage.of(rows + "<row><c><v>&broken;</v></c></row>")
                        .write(folder.resolve("a.xlsx"));
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageStartingWith(file + " is damaged: the sheet in it has the unknown");
        Path csv = folder.resolve("a.csv");
        Files.writeString(csv, "pid,colour,size,stock\n" + "1,a,36,5\n".repeat(2000) + "1,\"a");
        assertThatThrownBy(() -> read(csv))
                .hasMessage(
                        csv
                                + " cannot be read, line 2002: a quote is opened here and never"
                                + " closed");
    }

    @Test
    void a_utf_8_mark_wins_over_the_encoding_that_a_job_names() throws IOException {
        Path csv = folder.resolve("rejected.csv");
        Files.writeString(csv, "\uFEFF货号,颜色,尺码,库存\n1,黑,36,5\n", StandardCharsets.UTF_8);
        SheetOptions options = new SheetOptions(null, null, "GB18030", null, Set.of(), Set.of());
        try (StockSheet sheet = StockSheet.open(csv, options)) {
            assertThat(sheet.header().names()).contains("货号");
            assertThat(sheet.facts().encoding()).isEqualTo("UTF-8 with BOM");
        }
    }

    private Path workbook() throws IOException {
        return new XlsxPackage()
                .sheet("Chart", "<chartsheet/>", "", "chartsheet")
                .rows("Secret", HEADER, "state=\"veryHidden\"")
                .rows("Cover", XlsxPackage.row("Dear all"))
                .rows("Stock", HEADER)
                .rows("Old", HEADER)
                .write(folder.resolve("stock.xlsx"));
    }

    private static String sheetRead(Path file, String name) throws IOException {
        SheetOptions options =
                new SheetOptions(SheetChoice.valueOf(name), null, null, null, Set.of(), Set.of());
        try (StockSheet sheet = StockSheet.open(file, options)) {
            return sheet.facts().sheet();
        }
    }

    private static CheckedSheet read(Path file) throws IOException {
        return CheckedSheet.read(file, SheetOptions.none(), rows -> {});
    }
}
