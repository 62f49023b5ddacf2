package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.sheet.Field;
import dev.stockload.sheet.UnusableSheetException;
import dev.stockload.sheet.XlsxPackage;
import dev.stockload.stock.Code;
import dev.stockload.stock.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CheckedSheetTest {
    private static final String HEADER = "pid,colour,size,stock,ean";

    @TempDir Path folder;

    // ---- one cell, as text

    @ParameterizedTest(name = "{0} {1}: {3}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    size    | 36.5        | size.format      | '36.5' is not a size: half sizes are not taken, only whole numbers like 36 and ranges like 36-40
                    size    | 36,5        | size.format      | '36,5' is not a size: half sizes are not taken, only whole numbers like 36 and ranges like 36-40
                    size    | XL          | size.format      | 'XL' is not a size: letters are not taken, only whole numbers like 36 and ranges like 36-40
                    size    | S/M         | size.format      | 'S/M' is not a size: it looks like 36 or 36-40, each number from 1 to 9999
                    size    | 36–40       | size.format      | '36–40' is not a size: write 36-40
                    size    | 36 - 40     | size.format      | '36 - 40' is not a size: write 36-40
                    size    | 36/40       | size.format      | '36/40' is not a size: write 36-40
                    size    | 36至40       | size.format      | '36至40' is not a size: write 36-40
                    size    | 40-36       | size.format      | '40-36' is not a size: write 36-40
                    size    | 36-36       | size.format      | '36-36' is not a size: write 36
                    size    | ３６          | size.format      | '３６' is not a size: write 36
                    size    | 036         | size.format      | '036' is not a size: write 36
                    size    | 36.0        | size.format      | '36.0' is not a size: write 36
                    size    | EU 36       | size.format      | 'EU 36' is not a size: write 36
                    size    | 36码         | size.format      | '36码' is not a size: write 36
                    size    | 0           | size.format      | '0' is not a size: it looks like 36 or 36-40, each number from 1 to 9999
                    size    | -36         | size.format      | '-36' is not a size: it looks like 36 or 36-40, each number from 1 to 9999
                    size    | 12345       | size.format      | '12345' is not a size: it looks like 36 or 36-40, each number from 1 to 9999
                    size    | 36-40-42    | size.format      | '36-40-42' is not a size: it looks like 36 or 36-40, each number from 1 to 9999
                    size    |             | size.missing     | The cell is empty: fill in a size like 36 or a range like 36-40
                    stock   | -3          | stock.negative   | '-3' is below 0: type 0 where none is left
                    stock   | −3          | stock.negative   | '−3' is below 0: type 0 where none is left
                    stock   | -2.5        | stock.negative   | '-2.5' is below 0: type 0 where none is left
                    stock   | 2.5         | stock.fraction   | '2.5' has a fraction, but only whole pieces can be in stock: type a whole number
                    stock   | 0,125       | stock.fraction   | '0,125' has a fraction, but only whole pieces can be in stock: type a whole number
                    stock   | 5.0         | stock.format     | '5.0' is not a whole number: write 5
                    stock   | 5,00        | stock.format     | '5,00' is not a whole number: write 5
                    stock   | 1,250       | stock.format     | '1,250' is not a whole number: write 1250, without separators, if that is meant
                    stock   | 1.250.000   | stock.format     | '1.250.000' is not a whole number: write 1250000, without separators, if that is meant
                    stock   | 1'250       | stock.format     | '1'250' is not a whole number: write 1250, without separators, if that is meant
                    stock   | １２          | stock.format     | '１２' is not a whole number: write 12
                    stock   | few         | stock.format     | 'few' is not a whole number: type the number of pieces, 0 where none is left
                    stock   | 5 pcs       | stock.format     | '5 pcs' is not a whole number: type the number of pieces, 0 where none is left
                    stock   | 1e3         | stock.format     | '1e3' is not a whole number: type the number of pieces, 0 where none is left
                    stock   | +5          | stock.format     | '+5' is not a whole number: type the number of pieces, 0 where none is left
                    stock   | 2147483648  | stock.range      | '2147483648' is more than any stock can be (2147483647): correct the number
                    stock   | 99999999999999999999999 | stock.range | '99999999999999999999999' is more than any stock can be (2147483647): correct the number
                    stock   |             | stock.missing    | The cell is empty: fill in the stock, 0 where none is left
                    pid     | 0           | product.format   | '0' is not a product id: a whole number above 0 is expected, as in the product list
                    pid     | -5          | product.format   | '-5' is not a product id: a whole number above 0 is expected, as in the product list
                    pid     | SL-10001    | product.format   | 'SL-10001' is not a product id: a whole number above 0 is expected, as in the product list
                    pid     | 2147483648  | product.format   | '2147483648' is not a product id: a whole number above 0 is expected, as in the product list
                    pid     |             | product.missing  | The cell is empty: fill in the product id or the item number
                    colour  |             | colour.missing   | The cell is empty: fill in the name of the colour
                    ean     | 6.90123E+12 | barcode.digits   | '6.90123E+12' has lost digits of the barcode: format the column as text or as a number without decimals, then fill in the whole code again
                    ean     | 6,9e12      | barcode.digits   | '6,9e12' has lost digits of the barcode: format the column as text or as a number without decimals, then fill in the whole code again
                    """)
    void refuses_texts(String column, String value, String code, String message)
            throws IOException {
        CheckedSheet sheet = Sheets.csv(folder, HEADER, rowWith(column, value));
        Problem problem = only(sheet);
        assertThat(problem.code()).isEqualTo(Code.of(code));
        assertThat(problem.column()).isEqualTo(column);
        assertThat(problem.row()).isEqualTo(2);
        assertThat(problem.found()).isEqualTo(value == null ? "" : value);
        assertThat(problem.message()).isEqualTo(message);
        assertThat(sheet.rejected()).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    size   | 1          | 7 red READY [1:5] rows [2]
                    size   | 9999       | 7 red READY [9999:5] rows [2]
                    size   | 36-40      | 7 red READY [36-40:5] rows [2]
                    size   | ' 36 '     | 7 red READY [36:5] rows [2]
                    size   | '36\u00A0' | 7 red READY [36:5] rows [2]
                    stock  | 0          | 7 red READY [36:0] rows [2]
                    stock  | 007        | 7 red READY [36:7] rows [2]
                    stock  | 2147483647 | 7 red READY [36:2147483647] rows [2]
                    pid    | 2147483647 | 2147483647 red READY [36:5] rows [2]
                    pid    | 0012       | 12 red READY [36:5] rows [2]
                    colour | '  dark  Red ' | 7 dark  Red READY [36:5] rows [2]
                    colour | 36         | 7 36 READY [36:5] rows [2]
                    ean    | 0004006381333931 | 7 red READY [36:5/0004006381333931] rows [2]
                    ean    | AB-12 e    | 7 red READY [36:5/AB-12 e] rows [2]
                    ean    | 690123456789012345678 | 7 red READY [36:5/690123456789012345678] rows [2]
                    """)
    void takes_texts(String column, String value, String colour) throws IOException {
        CheckedSheet sheet = Sheets.csv(folder, HEADER, rowWith(column, value));
        assertThat(Sheets.messages(sheet)).isEmpty();
        assertThat(Sheets.colours(sheet)).containsExactly(colour);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 41, 32_000})
    void long_nonsense_is_answered_at_once_and_shortly(int length) throws IOException {
        for (String piece : List.of("0", "1.", ".1", "1,111", "-1", "36-", " ", "x", "é1")) {
            String nonsense = "1" + piece.repeat(length / piece.length() + 1) + "x";
            CheckedSheet sheet =
                    Sheets.csv(
                            folder, HEADER, "7,red,\"%s\",\"%s\",".formatted(nonsense, nonsense));
            assertThat(Sheets.problems(sheet))
                    .contains("2 size size.format", "2 stock stock.format");
            assertThat(Sheets.messages(sheet)).allMatch(message -> message.length() < 250);
        }
    }

    // ---- one cell of a workbook

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    size   | <v>36.5</v>              | size.format    | '36.5' is not a size: half sizes are not taken, only whole numbers like 36 and ranges like 36-40
                    size   | <v>0</v>                 | size.format    | '0' is not a size: it looks like 36 or 36-40, each number from 1 to 9999
                    size   | <v>10000</v>             | size.format    | '10000' is not a size: it looks like 36 or 36-40, each number from 1 to 9999
                    size   | t="b"><v>1</v>           | size.format    | 'TRUE' is not a size: letters are not taken, only whole numbers like 36 and ranges like 36-40
                    size   | t="e"><v>#N/A</v>        | cell.error     | '#N/A' is an error of the spreadsheet program: mend the formula or type the value
                    size   | s="1"><v>45576</v>       | size.date      | '2024-10-11' is a date. The spreadsheet program changed what was typed: format the column as text, then type 10-11 again
                    size   | s="1"><v>45636</v>       | size.date      | '2024-12-10' is a date. The spreadsheet program changed what was typed: format the column as text, then type 10-12 again
                    size   | s="1"><v>13058</v>       | size.date      | '1935-10-01' is a date. The spreadsheet program changed what was typed: format the column as text, then type 10-35 again
                    size   | s="1"><v>45302</v>       | size.date      | '2024-01-11' is a date. The spreadsheet program changed what was typed: format the column as text, then type 1-11 again
                    size   | s="1"><v>45634</v>       | size.date      | '2024-12-08' is a date. The spreadsheet program changed what was typed: format the column as text, then type 8-12 again
                    size   | s="1"><v>45638</v>       | size.date      | '2024-12-12' is a date. The spreadsheet program changed what was typed: format the column as text, then type the size again
                    size   | s="1"><v>36</v>          | size.date      | '1900-02-05' is a date. The spreadsheet program changed what was typed: format the column as text, then type 36 again
                    size   | s="1"><v>128</v>         | size.date      | '1900-05-07' is a date. The spreadsheet program changed what was typed: format the column as text, then type 128 again
                    stock  | <v>2.6</v>               | stock.fraction | '2.6' has a fraction, but only whole pieces can be in stock: type a whole number
                    stock  | <v>-1</v>                | stock.negative | '-1' is below 0: type 0 where none is left
                    stock  | <v>-0.5</v>              | stock.negative | '-0.5' is below 0: type 0 where none is left
                    stock  | <v>2147483648</v>        | stock.range    | '2147483648' is more than any stock can be (2147483647): correct the number
                    stock  | t="b"><v>0</v>           | stock.format   | 'FALSE' is not a whole number: type the number of pieces, 0 where none is left
                    stock  | s="1"><v>45576</v>       | stock.format   | '2024-10-11' is not a whole number: type the number of pieces, 0 where none is left
                    stock  | t="e"><v>#REF!</v>       | cell.error     | '#REF!' is an error of the spreadsheet program: mend the formula or type the value
                    pid    | <v>1.5</v>               | product.format | '1.5' is not a product id: a whole number above 0 is expected, as in the product list
                    pid    | s="1"><v>45576</v>       | product.format | '2024-10-11' is not a product id: a whole number above 0 is expected, as in the product list
                    pid    | t="e"><v>#REF!</v>       | cell.error     | '#REF!' is an error of the spreadsheet program: mend the formula or type the value
                    colour | s="1"><v>45576</v>       | colour.format  | '2024-10-11' is not the name of a colour: type it as a text
                    colour | t="b"><v>1</v>           | colour.format  | 'TRUE' is not the name of a colour: type it as a text
                    colour | t="e"><v>#NAME?</v>      | cell.error     | '#NAME?' is an error of the spreadsheet program: mend the formula or type the value
                    colour | t="str"><v>\u00A0</v>    | colour.missing | The cell is empty: fill in the name of the colour
                    ean    | <v>1.5</v>               | barcode.format | '1.5' is not a barcode: fill in its digits, or leave the cell empty
                    ean    | <v>-4</v>                | barcode.format | '-4' is not a barcode: fill in its digits, or leave the cell empty
                    ean    | t="b"><v>1</v>           | barcode.format | 'TRUE' is not a barcode: fill in its digits, or leave the cell empty
                    ean    | <v>1000000000000000</v>  | barcode.digits | '1000000000000000' has lost digits of the barcode: format the column as text or as a number without decimals, then fill in the whole code again
                    ean    | t="e"><v>#N/A</v>        | cell.error     | '#N/A' is an error of the spreadsheet program: mend the formula or type the value
                    """)
    void refuses_cells(String column, String cell, String code, String message) throws IOException {
        Problem problem = only(workbookWith(column, cell));
        assertThat(problem.code()).isEqualTo(Code.of(code));
        assertThat(problem.column()).isEqualTo(column);
        assertThat(problem.message()).isEqualTo(message);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    size   | <v>36.0</v>             | 7 red READY [36:5] rows [2]
                    size   | s="2"><v>36</v>         | 7 red READY [36:5] rows [2]
                    stock  | <v>1250</v>             | 7 red READY [36:1250] rows [2]
                    stock  | <v>2.147483647E9</v>    | 7 red READY [36:2147483647] rows [2]
                    pid    | <v>10001</v>            | 10001 red READY [36:5] rows [2]
                    colour | <v>36</v>               | 7 36 READY [36:5] rows [2]
                    colour | s="2"><v>36</v>         | 7 000036 READY [36:5] rows [2]
                    ean    | <v>4006381333931</v>    | 7 red READY [36:5/4006381333931] rows [2]
                    ean    | s="2"><v>123</v>        | 7 red READY [36:5/000123] rows [2]
                    ean    | <v>0</v>                | 7 red READY [36:5/0] rows [2]
                    ean    | <v>999999999999999</v>  | 7 red READY [36:5/999999999999999] rows [2]
                    """)
    void takes_cells(String column, String cell, String colour) throws IOException {
        CheckedSheet sheet = workbookWith(column, cell);
        assertThat(Sheets.messages(sheet)).isEmpty();
        assertThat(Sheets.colours(sheet)).containsExactly(colour);
    }

    @Test
    void a_product_may_have_an_item_number_an_id_or_both() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(
                        folder,
                        "pid,item no,colour,size,stock",
                        "7,,red,36,1",
                        ",A-7,red,36,2",
                        "7,A-7,red,36,3",
                        ",007,red,36,4",
                        ",,red,36,5",
                        "x,A-7,red,37,5");
        assertThat(Sheets.colours(sheet))
                .containsExactly(
                        "7 red READY [36:1] rows [2]",
                        "A-7 red READY [36:2] rows [3]",
                        "7 red READY [36:3] rows [4]",
                        "007 red READY [36:4] rows [5]");
        assertThat(Sheets.problems(sheet))
                .containsExactly("6 pid product.missing", "7 pid product.format");
    }

    // ---- rows

    @Test
    void a_row_tells_all_its_faults_at_once() throws IOException {
        CheckedSheet sheet = Sheets.csv(folder, HEADER, "x,,XL,-1,1E9,more,and more", ",,,,,,");
        assertThat(Sheets.problems(sheet))
                .containsExactly(
                        "2  row.long",
                        "2  row.long",
                        "2 pid product.format",
                        "2 colour colour.missing",
                        "2 ean barcode.digits",
                        "2 size size.format",
                        "2 stock stock.negative");
        assertThat(Sheets.messages(sheet).get(1))
                .isEqualTo(
                        "row 2: 'and more' stands behind the last column of the header: a cell with"
                                + " the delimiter inside needs quotes around it");
        assertThat(Sheets.counts(sheet)).isEqualTo("1 rows = 0 + 1 + 0, 0 colours = 0 + 0 + 0");
    }

    @Test
    void short_rows_are_padded_and_blank_ones_skipped() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(folder, HEADER, "", "7,red,36,1", " , ,,", "7,red,37", "7,blue,36,5,,,");
        assertThat(Sheets.problems(sheet))
                .containsExactly("3 colour colour.held", "5 stock stock.missing");
        assertThat(Sheets.counts(sheet)).isEqualTo("3 rows = 1 + 1 + 1, 2 colours = 1 + 0 + 1");
    }

    @Test
    void a_colour_is_held_whole() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(
                        folder,
                        HEADER,
                        "7,red,36,1",
                        "7,blue,36,1",
                        "7,red,XL,1",
                        "7,red,38,1",
                        "7,green,x,1",
                        "8,red,36,4",
                        "7,red,39,-1");
        assertThat(Sheets.colours(sheet))
                .containsExactly(
                        "7 red HELD [36:1, 38:1] rows [2, 5]",
                        "7 blue READY [36:1] rows [3]",
                        "7 green REJECTED [] rows []",
                        "8 red READY [36:4] rows [7]");
        assertThat(Sheets.messages(sheet))
                .contains(
                        "row 2, column colour: 'red' is good, but waits because row 4 of the same"
                                + " product and colour has a problem: a colour is sent whole");
        assertThat(Sheets.problems(sheet))
                .containsExactly(
                        "2 colour colour.held",
                        "4 size size.format",
                        "5 colour colour.held",
                        "6 size size.format",
                        "8 stock stock.negative");
        assertThat(Sheets.counts(sheet)).isEqualTo("7 rows = 2 + 3 + 2, 4 colours = 2 + 1 + 1");
        assertThat(sheet.pieces()).isEqualTo(5);
    }

    // ---- sizes that collide

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    36 37 38-39        |
                    36 36              | 2 36 duplicate 3, 3 36 duplicate 2
                    36 36 36           | 2 36 duplicate 3, 3 36 duplicate 2, 4 36 duplicate 2
                    36-40 36-40        | 2 36-40 duplicate 3, 3 36-40 duplicate 2
                    36-40 38           | 2 36-40 overlap 3, 3 38 overlap 2
                    38 36-40           | 2 38 overlap 3, 3 36-40 overlap 2
                    36-38 38-40        | 2 36-38 overlap 3, 3 38-40 overlap 2
                    36-38 39-40        |
                    36 36-40 40        | 2 36 overlap 3, 3 36-40 overlap 2, 4 40 overlap 3
                    40 30-50 35 60     | 2 40 overlap 3, 3 30-50 overlap 4, 4 35 overlap 3, 5 held
                    30-35 33-40 39-45 50 | 2 30-35 overlap 3, 3 33-40 overlap 2, 4 39-45 overlap 3, 5 held
                    36 37 36 37        | 2 36 duplicate 4, 3 37 duplicate 5, 4 36 duplicate 2, 5 37 duplicate 3
                    """)
    void finds_sizes_that_collide(String sizes, String expected) throws IOException {
        StringBuilder rows = new StringBuilder(HEADER);
        for (String size : sizes.split(" ")) {
            rows.append("\n7,red,").append(size).append(",1,");
        }
        CheckedSheet sheet = Sheets.csv(folder, rows.toString());
        List<String> found = new java.util.ArrayList<>();
        for (Problem problem : sheet.problems()) {
            found.add(
                    problem.code() == Code.COLOUR_HELD
                            ? problem.row() + " held"
                            : "%d %s %s %s"
                                    .formatted(
                                            problem.row(),
                                            problem.found(),
                                            problem.code().toString().replace("size.", ""),
                                            problem.message().replaceAll(".* row (\\d+).*", "$1")));
        }
        assertThat(String.join(", ", found)).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void rows_that_collide_are_told_of_each_other() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(folder, HEADER, "7,red,36,1", "7,red,36,2", "7,a,1-3,1", "7,a,2,1");
        assertThat(Sheets.messages(sheet))
                .containsExactly(
                        "row 2, column size: '36' stands in row 3 too, with the same product and"
                                + " colour: keep one of the two",
                        "row 3, column size: '36' stands in row 2 too, with the same product and"
                                + " colour: keep one of the two",
                        "row 4, column size: '1-3' overlaps with the size in row 5 of the same"
                                + " product and colour: keep one of the two",
                        "row 5, column size: '2' overlaps with the size in row 4 of the same"
                                + " product and colour: keep one of the two");
        assertThat(Sheets.counts(sheet)).isEqualTo("4 rows = 0 + 4 + 0, 2 colours = 0 + 2 + 0");
    }

    @Test
    void the_same_size_of_another_product_item_or_colour_does_not_collide() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(
                        folder,
                        "pid,item no,colour,size,stock",
                        "7,,red,36,1",
                        "8,,red,36,1",
                        "7,,Red,36,1",
                        ",7,red,36,1");
        assertThat(Sheets.messages(sheet)).isEmpty();
        assertThat(sheet.colourCount()).isEqualTo(4);
    }

    @Test
    void spellings_that_differ_in_case_and_spaces_get_a_warning() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(
                        folder,
                        HEADER,
                        "7,Dark Blue,36,1",
                        "7,dark blue,37,1",
                        "7,DarkBlue,38,1",
                        "7,Dark Blue ,39,1",
                        "7,dark-blue,36,1",
                        "8,dark blue,36,1");
        assertThat(sheet.warnings())
                .extracting(Problem::toString)
                .containsExactly(
                        "row 3, column colour: 'dark blue' is spelled 'Dark Blue' in other rows of"
                                + " the same product: they are sent as two colours",
                        "row 4, column colour: 'DarkBlue' is spelled 'Dark Blue' in other rows of"
                                + " the same product: they are sent as two colours");
        assertThat(sheet.accepted()).isEqualTo(6);
        assertThat(sheet.colourCount()).isEqualTo(5);
    }

    // ---- merged cells and matrices

    @Test
    void values_are_filled_down_where_that_is_asked_for() throws IOException {
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
        CheckedSheet filled = Sheets.read(file, Field.PRODUCT, Field.COLOUR);
        assertThat(Sheets.colours(filled))
                .containsExactly(
                        "7 red READY [36:1, 37:2] rows [3, 4]",
                        "7 blue READY [36:3] rows [5]",
                        "B-8 blue READY [36:4, 37:5] rows [6, 7]");
        assertThat(Sheets.problems(filled)).containsExactly("2 pid product.missing");
        assertThat(Sheets.problems(Sheets.read(file, Field.ITEM)))
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
                                + " 0 where none is left",
                        "row 4, column 37: '-1' is below 0: type 0 where none is left",
                        "row 5: The row has no stock under any size: fill in the numbers, 0 where"
                                + " none is left",
                        "row 6, column pid: The cell is empty: fill in the product id or the item"
                                + " number",
                        "row 6: The row has no stock under any size: fill in the numbers, 0 where"
                                + " none is left",
                        "row 7, column 36: '36' stands in row 8 too, with the same product and"
                                + " colour: keep one of the two",
                        "row 8, column 36: '36' stands in row 7 too, with the same product and"
                                + " colour: keep one of the two");
        assertThat(Sheets.counts(sheet)).isEqualTo("7 rows = 2 + 5 + 0, 5 colours = 2 + 3 + 0");
    }

    @Test
    void a_matrix_column_that_is_no_size_is_a_problem_of_the_rows_that_use_it() throws IOException {
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
                        "row 3, column 36.5: '36.5' is not a size: half sizes are not taken, only"
                                + " whole numbers like 36 and ranges like 36-40",
                        "row 4, column XL: 'XL' is not a size: letters are not taken, only whole"
                                + " numbers like 36 and ranges like 36-40",
                        "row 5, column 36: '36' overlaps with the size in row 5 of the same product"
                                + " and colour: keep one of the two",
                        "row 5, column 36-38: '36-38' overlaps with the size in row 5 of the same"
                                + " product and colour: keep one of the two");
        assertThat(Sheets.counts(sheet)).isEqualTo("4 rows = 1 + 3 + 0, 4 colours = 1 + 3 + 0");
    }

    @Test
    void a_size_at_the_head_of_a_column_may_have_become_a_date() throws IOException {
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
    void a_header_without_rows_is_no_sheet() throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "\n" + HEADER + "\n,,,\n");
        assertThatThrownBy(() -> Sheets.read(file))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessage(file + " has a header in row 2 and no rows below it");
    }

    private static Problem only(CheckedSheet sheet) {
        assertThat(sheet.problems()).hasSize(1);
        return sheet.problems().iterator().next();
    }

    private static String rowWith(String column, String value) {
        List<String> names = List.of(HEADER.split(","));
        List<String> cells = new java.util.ArrayList<>(List.of("7", "red", "36", "5", ""));
        cells.set(names.indexOf(column), value == null ? "" : '"' + value + '"');
        return String.join(",", cells);
    }

    /** A workbook of one good row but for one cell, written with its attributes or without. */
    private CheckedSheet workbookWith(String column, String cell) throws IOException {
        StringBuilder header = new StringBuilder("<row>");
        StringBuilder row = new StringBuilder("<row>");
        String[] good = {"<v>7</v>", "t=\"str\"><v>red</v>", "<v>36</v>", "<v>5</v>", "<v/>"};
        String[] names = HEADER.split(",");
        for (int i = 0; i < names.length; i++) {
            header.append("<c t=\"str\"><v>%s</v></c>".formatted(names[i]));
            String content = names[i].equals(column) ? cell : good[i];
            row.append(content.startsWith("<") ? "<c>" : "<c ").append(content).append("</c>");
        }
        Path file =
                XlsxPackage.of(header + "</row>" + row + "</row>")
                        .styles("<numFmt numFmtId=\"164\" formatCode=\"000000\"/>", 0, 14, 164)
                        .write(folder.resolve("a.xlsx"));
        return Sheets.read(file);
    }
}
