package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.HeaderOptions;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

class SheetPreviewTest {
    @TempDir Path folder;

    @Test
    void finds_a_header_of_unknown_words() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("a.csv"),
                        "Lager Wien;;;\n\n"
                                + "Artikel;Farbton;Size;Vorrat\n"
                                + "10001;rot;36;5\n"
                                + "10001;;37;4\n");
        SheetPreview preview = SheetPreview.read(file, SheetOptions.none());
        assertThat(preview.columns()).containsExactly("Artikel", "Farbton", "Size", "Vorrat");
        assertThat(preview.rows().get(preview.header()).number()).isEqualTo(3);
        assertThat(preview.known()).containsOnlyKeys(HeaderField.SIZE);
        assertThat(preview.rows().get(3).texts()).containsExactly("10001", "", "37", "4");
        assertThat(preview.sheets()).isEmpty();
    }

    @Test
    void values_that_are_header_words_are_not_a_header() throws IOException {
        Path file = folder.resolve("inventory_export.csv");
        Files.writeString(
                file,
                """
                Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,SKU,Available
                boot,Boot,Color,Red,Size,36,B-1,5
                boot,Boot,Color,Red,Size,37,B-2,0
                boot,Boot,Color,Blue,Size,36,B-3,2
                """);
        SheetPreview preview = SheetPreview.read(file, SheetOptions.none());
        assertThat(preview.header()).isZero();
        assertThat(preview.columns()).contains("Handle", "Option1 Value", "Available");
        Map<HeaderField, String> columns =
                Map.of(
                        HeaderField.ITEM, "Handle",
                        HeaderField.COLOUR, "Option1 Value",
                        HeaderField.SIZE, "Option2 Value",
                        HeaderField.STOCK, "Available");
        try (StockSheet sheet =
                StockSheet.open(
                        file,
                        new SheetOptions(
                                null,
                                HeaderOptions.named(columns),
                                null,
                                null,
                                Set.of(),
                                Set.of()))) {
            assertThat(sheet.header().row()).isEqualTo(1);
        }
    }

    @Test
    void names_the_sheets_of_a_workbook() throws IOException {
        SheetPreview preview =
                SheetPreview.read(
                        Path.of("sample-data/warehouse-matrix.xlsx"), SheetOptions.none());
        assertThat(preview.sheets()).contains("Stock by size");
        assertThat(preview.columns()).contains("Product ID", "Colour", "38-39");
    }

    @Test
    void reports_the_kind_of_a_file_that_is_not_a_sheet() throws IOException {
        Path file = Files.writeString(folder.resolve("b.csv"), "");
        assertThatThrownBy(() -> SheetPreview.read(file, SheetOptions.none()))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessage(file + " is empty");
    }
}
