package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.problem.Problem;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetOptions.SheetChoice;
import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.header.HeaderField;

import org.apache.poi.ss.usermodel.Sheet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Merged cells, and sheets with their sizes as columns. */
class LayoutRulesTest {
    @TempDir Path folder;

    @Test
    void fills_values_down_on_request() throws IOException {
        Path file = folder.resolve("a.csv");
        Files.writeString(
                file,
                """
                pid,item no,colour,size,stock
                ,,red,35,9
                7,,red,36,1
                ,,,37,2
                ,,blue,36,3
                ,B-8,blue,36,4
                ,,,37,5
                """);
        CheckedSheet filled = Sheets.read(file, HeaderField.PRODUCT, HeaderField.COLOUR);
        assertThat(Sheets.colours(filled))
                .containsExactly(
                        "7 red READY [36:1, 37:2] rows [3, 4]",
                        "7 blue READY [36:3] rows [5]",
                        "B-8 blue READY [36:4, 37:5] rows [6, 7]");
        assertThat(Sheets.problems(filled)).containsExactly("2 pid product.missing");
        assertThat(Sheets.problems(Sheets.read(file, HeaderField.ITEM)))
                .containsExactly(
                        "2 pid product.missing",
                        "4 colour colour.missing",
                        "7 colour colour.missing");
        assertThat(Sheets.problems(Sheets.read(file)))
                .containsExactly(
                        "2 pid product.missing",
                        "4 pid product.missing",
                        "4 colour colour.missing",
                        "5 pid product.missing",
                        "7 pid product.missing",
                        "7 colour colour.missing");
    }

    @Test
    void a_matrix_has_a_row_per_colour() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(
                        folder,
                        "pid,colour,36,37,38-39,note,ean",
                        "7,red,1,0,,x,123",
                        "7,blue,,5,2",
                        "7,green,few,-1,3",
                        "7,white,,,,y",
                        ",black,,,",
                        "7,grey,1,,",
                        "7,grey,2,4,");
        assertThat(Sheets.colours(sheet))
                .containsExactly(
                        "7 red READY [36:1, 37:0] rows [2]",
                        "7 blue READY [37:5, 38-39:2] rows [3]",
                        "7 green REJECTED [] rows []",
                        "7 white REJECTED [] rows []",
                        "7 grey REJECTED [] rows []");
        assertThat(Sheets.messages(sheet))
                .containsExactly(
                        "row 4, column 36: 'few' is not a whole number: type the number of pieces,"
                                + " 0 if none is left",
                        "row 4, column 37: '-1' is below 0: type 0 if none is left",
                        "row 5: The row has no stock under any size: fill in the numbers, 0 if"
                                + " none is left",
                        "row 6, column pid: The cell is empty: fill in the product id or the item"
                                + " number; if it is merged with the cell above, let empty cells"
                                + " repeat the value above (fill-down item)",
                        "row 6: The row has no stock under any size: fill in the numbers, 0 if"
                                + " none is left",
                        "row 7, column 36: '36' is also in row 8, with the same product and"
                                + " colour: keep one of the two",
                        "row 8, column 36: '36' is also in row 7, with the same product and"
                                + " colour: keep one of the two");
        assertThat(Sheets.counts(sheet)).isEqualTo("7 rows = 2 + 5 + 0, 5 colours = 2 + 3 + 0");
    }

    @Test
    void a_bad_size_column_is_a_problem_of_the_rows_that_use_it() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(
                        folder,
                        "pid,colour,36,36.5,XL,36-38",
                        "7,red,1,,",
                        "7,blue,1,2,",
                        "7,green,1,,3",
                        "7,grey,1,,,4");
        assertThat(Sheets.messages(sheet))
                .containsExactly(
                        "row 3, column 36.5: '36.5' is not a size: half sizes are not accepted,"
                                + " only whole numbers like 36 and ranges like 36-40",
                        "row 4, column XL: 'XL' is not a size: letters are not accepted, only whole"
                                + " numbers like 36 and ranges like 36-40",
                        "row 5, column 36: '36' overlaps with the size in row 5 of the same product"
                                + " and colour: keep one of the two",
                        "row 5, column 36-38: '36-38' overlaps with the size in row 5 of the same"
                                + " product and colour: keep one of the two");
        assertThat(Sheets.counts(sheet)).isEqualTo("4 rows = 1 + 3 + 0, 4 colours = 1 + 3 + 0");
    }

    @Test
    void reports_a_size_header_that_became_a_date() throws IOException {
        String header =
                "<row><c t=\"str\"><v>pid</v></c><c t=\"str\"><v>colour</v></c>"
                        + "<c><v>36</v></c><c s=\"1\"><v>45636</v></c></row>";
        String row =
                "<row><c><v>7</v></c><c"
                        + " t=\"str\"><v>red</v></c><c><v>1</v></c><c><v>2</v></c></row>";
        Path file = XlsxPackage.of(header + row).styles("", 0, 14).write(folder.resolve("a.xlsx"));
        assertThat(Sheets.messages(Sheets.read(file)))
                .containsExactly(
                        "row 2, column 2024-12-10: '2024-12-10' is a date. The spreadsheet program"
                                + " changed what was typed: format the column as text, then type"
                                + " 10-12 again");
    }

    @Test
    void warnings_name_the_sheet_if_several_are_read() throws IOException {
        Path file = folder.resolve("a.xlsx");
        KnownSheet.book(
                        "two sheets",
                        book -> {
                            String header = "pid|colour|size|stock|Rack";
                            KnownSheet.fill(book.createSheet("A"), header, "7|a|36|1", "7|a|37|1");
                            Sheet b = book.createSheet("B");
                            KnownSheet.fill(b, "week 46", header, "8|a|36|1|x", "8|a|37|1");
                            b.getRow(3).setZeroHeight(true);
                        })
                .write(file);
        SheetOptions all = new SheetOptions(SheetChoice.ALL, null, null, null, Set.of(), Set.of());
        assertThat(CheckedSheet.read(file, all, rows -> {}).warnings())
                .extracting(Problem::message)
                .containsExactlyInAnyOrder(
                        "A column with values was not read, because the header is not understood:"
                                + " E 'Rack' (1 value in row 3 of sheet 'B')",
                        "Sheet 'B': Row 4 is hidden, but was read: delete it if it should not be"
                                + " imported");
    }
}
