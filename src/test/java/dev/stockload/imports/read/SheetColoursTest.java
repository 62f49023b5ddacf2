package dev.stockload.imports.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.RowsProblem;
import dev.stockload.check.CheckedSheet;
import dev.stockload.imports.read.SheetColours.SheetColour;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetOptions.SheetChoice;
import dev.stockload.stock.ColourState;

import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

class SheetColoursTest {
    @TempDir Path folder;

    @Test
    void a_colour_by_id_and_by_item_number_names_the_other_row_with_its_sheet() throws IOException {
        Path file = folder.resolve("two.xlsx");
        try (XSSFWorkbook book = new XSSFWorkbook();
                OutputStream out = Files.newOutputStream(file)) {
            table(book.createSheet("A"), "1", "");
            table(book.createSheet("B"), "", "A-1");
            book.write(out);
        }
        SheetOptions all = new SheetOptions(SheetChoice.ALL, null, null, null, Set.of(), Set.of());
        SheetColours colours =
                new SheetColours(
                        CheckedSheet.read(file, all, rows -> {}),
                        new ProductCatalogue(List.of(new ProductSummary(1, "A-1", ""))));
        colours.of(1);

        assertThat(colours.problems())
                .extracting(RowsProblem::sentence)
                .containsExactly(
                        "of product 1 is also in row 2 of sheet 'B', once by product id and once by"
                                + " item number, both with size 36: keep one of the two",
                        "of product 1 is also in row 2 of sheet 'A', once by product id and once by"
                                + " item number, both with size 36: keep one of the two");
    }

    @Test
    void a_colour_by_id_and_by_item_number_may_have_no_good_row() throws IOException {
        Path file = folder.resolve("bad.csv");
        Files.writeString(
                file,
                """
                Product ID,Item No,Colour,Size,Stock
                1,,red,XL,5
                ,A-1,red,XL,5
                """);
        SheetColours colours =
                new SheetColours(
                        CheckedSheet.read(file, SheetOptions.none(), rows -> {}),
                        new ProductCatalogue(List.of(new ProductSummary(1, "A-1", ""))));

        assertThat(colours.of(1))
                .extracting(SheetColour::state)
                .containsExactly(ColourState.REJECTED, ColourState.REJECTED);
    }

    private static void table(Sheet sheet, String product, String item) {
        row(sheet, 0, "Product ID", "Item No", "Colour", "Size", "Stock");
        row(sheet, 1, product, item, "red", "36", "5");
    }

    private static void row(Sheet sheet, int number, String... cells) {
        Row row = sheet.createRow(number);
        for (int i = 0; i < cells.length; i++) {
            row.createCell(i).setCellValue(cells[i]);
        }
    }
}
