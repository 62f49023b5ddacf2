package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.XlsxPackage;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Every rule and message about one cell. */
class CellRulesTest {
    private static final String HEADER = "pid,colour,size,stock,ean";

    @TempDir Path folder;

    // ---- one cell, as text

    @ParameterizedTest(name = "{0} {1}: {3}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    size    | 36.5        | size.format      | '36.5' is not a size: half sizes are not accepted, only whole numbers like 36 and ranges like 36-40
                    size    | 36,5        | size.format      | '36,5' is not a size: half sizes are not accepted, only whole numbers like 36 and ranges like 36-40
                    size    | XL          | size.format      | 'XL' is not a size: letters are not accepted, only whole numbers like 36 and ranges like 36-40
                    size    | S/M         | size.format      | 'S/M' is not a size: write a whole number like 36 or a range like 36-40, each from 1 to 9999
                    size    | 36–40       | size.format      | '36–40' is not a size: write 36-40
                    size    | 36 - 40     | size.format      | '36 - 40' is not a size: write 36-40
                    size    | 36/40       | size.format      | '36/40' is not a size: write 36-40
                    size    | 36至40       | size.format      | '36至40' is not a size: write 36-40
                    size    | 40-36       | size.format      | '40-36' is not a size: write 36-40
                    size    | 36-36       | size.format      | '36-36' is not a size: write 36
                    size    | ３６          | size.format      | '３６' is not a size: write 36
                    size    | 036         | size.format      | '036' is not a size: write 36
                    size    | 36.000      | size.format      | '36.000' is not a size: write 36
                    size    | EU 36       | size.format      | 'EU 36' is not a size: write 36
                    size    | 36码         | size.format      | '36码' is not a size: write 36
                    size    | 0           | size.format      | '0' is not a size: write a whole number like 36 or a range like 36-40, each from 1 to 9999
                    size    | -36         | size.format      | '-36' is not a size: write a whole number like 36 or a range like 36-40, each from 1 to 9999
                    size    | 12345       | size.format      | '12345' is not a size: write a whole number like 36 or a range like 36-40, each from 1 to 9999
                    size    | 36-40-42    | size.format      | '36-40-42' is not a size: write a whole number like 36 or a range like 36-40, each from 1 to 9999
                    size    |             | size.missing     | The cell is empty: fill in a size like 36 or a range like 36-40
                    stock   | -3          | stock.negative   | '-3' is below 0: type 0 if none is left
                    stock   | −3          | stock.negative   | '−3' is below 0: type 0 if none is left
                    stock   | -2.5        | stock.negative   | '-2.5' is below 0: type 0 if none is left
                    stock   | 2.5         | stock.fraction   | '2.5' has a fraction, but only whole pieces can be in stock: type a whole number
                    stock   | 0,125       | stock.fraction   | '0,125' has a fraction, but only whole pieces can be in stock: type a whole number
                    stock   | 5.000       | stock.format     | '5.000' is not a whole number: write 5 if it has three decimals, or 5000 if it is in thousands
                    stock   | 1,250       | stock.format     | '1,250' is not a whole number: write 1250, without separators, if that is meant
                    stock   | 1.250.000   | stock.format     | '1.250.000' is not a whole number: write 1250000, without separators, if that is meant
                    stock   | 1'250       | stock.format     | '1'250' is not a whole number: write 1250, without separators, if that is meant
                    stock   | １２          | stock.format     | '１２' is not a whole number: write 12
                    stock   | few         | stock.format     | 'few' is not a whole number: type the number of pieces, 0 if none is left
                    stock   | 5 pcs       | stock.format     | '5 pcs' is not a whole number: type the number of pieces, 0 if none is left
                    stock   | 1e3         | stock.format     | '1e3' is not a whole number: type the number of pieces, 0 if none is left
                    stock   | +5          | stock.format     | '+5' is not a whole number: type the number of pieces, 0 if none is left
                    stock   | 2147483648  | stock.range      | '2147483648' is more than any stock can be (2147483647): correct the number
                    stock   | 99999999999999999999999 | stock.range | '99999999999999999999999' is more than any stock can be (2147483647): correct the number
                    stock   |             | stock.missing    | The cell is empty: fill in the stock, 0 if none is left
                    pid     | 0           | product.format   | '0' is not a product id: a whole number above 0 is expected, as in the product list
                    pid     | -5          | product.format   | '-5' is not a product id: a whole number above 0 is expected, as in the product list
                    pid     | SL-10001    | product.format   | 'SL-10001' is not a product id: a whole number above 0 is expected, as in the product list
                    pid     | 2147483648  | product.format   | '2147483648' is not a product id: a whole number above 0 is expected, as in the product list
                    pid     |             | product.missing  | The cell is empty: fill in the product id or the item number; if it is merged with the cell above, let empty cells repeat the value above (fill-down item)
                    colour  |             | colour.missing   | The cell is empty: fill in the name of the colour; if it is merged with the cell above, let empty cells repeat the value above (fill-down colour)
                    ean     | 6.90123E+12 | barcode.digits   | '6.90123E+12' has lost digits of the barcode: format the column as text or as a number without decimals, then fill in the whole code again
                    ean     | 6,9e12      | barcode.digits   | '6,9e12' has lost digits of the barcode: format the column as text or as a number without decimals, then fill in the whole code again
                    """)
    void refuses_texts(String column, String value, String code, String message)
            throws IOException {
        CheckedSheet sheet = Sheets.csv(folder, HEADER, rowWith(column, value));
        Problem problem = only(sheet);
        assertThat(problem.code()).isEqualTo(ProblemCode.of(code));
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
    void accepts_texts(String column, String value, String colour) throws IOException {
        CheckedSheet sheet = Sheets.csv(folder, HEADER, rowWith(column, value));
        assertThat(Sheets.messages(sheet)).isEmpty();
        assertThat(Sheets.colours(sheet)).containsExactly(colour);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 41, 32_000})
    void long_nonsense_gets_a_quick_and_short_message(int length) throws IOException {
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
                    size   | <v>36.5</v>              | size.format    | '36.5' is not a size: half sizes are not accepted, only whole numbers like 36 and ranges like 36-40
                    size   | <v>0</v>                 | size.format    | '0' is not a size: write a whole number like 36 or a range like 36-40, each from 1 to 9999
                    size   | <v>10000</v>             | size.format    | '10000' is not a size: write a whole number like 36 or a range like 36-40, each from 1 to 9999
                    size   | t="b"><v>1</v>           | size.format    | 'TRUE' is not a size: letters are not accepted, only whole numbers like 36 and ranges like 36-40
                    size   | t="e"><v>#N/A</v>        | cell.error     | '#N/A' is a spreadsheet error: correct the formula or type the value
                    size   | s="1"><v>45576</v>       | size.date      | '2024-10-11' is a date. The spreadsheet program changed what was typed: format the column as text, then type 10-11 again
                    size   | s="1"><v>45636</v>       | size.date      | '2024-12-10' is a date. The spreadsheet program changed what was typed: format the column as text, then type 10-12 again
                    size   | s="1"><v>13058</v>       | size.date      | '1935-10-01' is a date. The spreadsheet program changed what was typed: format the column as text, then type 10-35 again
                    size   | s="1"><v>45302</v>       | size.date      | '2024-01-11' is a date. The spreadsheet program changed what was typed: format the column as text, then type 1-11 again
                    size   | s="1"><v>45634</v>       | size.date      | '2024-12-08' is a date. The spreadsheet program changed what was typed: format the column as text, then type 8-12 again
                    size   | s="1"><v>45638</v>       | size.date      | '2024-12-12' is a date. The spreadsheet program changed what was typed: format the column as text, then type the size again
                    size   | s="1"><v>36</v>          | size.date      | '1900-02-05' is a date. The spreadsheet program changed what was typed: format the column as text, then type 36 again
                    size   | s="1"><v>128</v>         | size.date      | '1900-05-07' is a date. The spreadsheet program changed what was typed: format the column as text, then type 128 again
                    stock  | <v>2.6</v>               | stock.fraction | '2.6' has a fraction, but only whole pieces can be in stock: type a whole number
                    stock  | <v>-1</v>                | stock.negative | '-1' is below 0: type 0 if none is left
                    stock  | <v>-0.5</v>              | stock.negative | '-0.5' is below 0: type 0 if none is left
                    stock  | <v>2147483648</v>        | stock.range    | '2147483648' is more than any stock can be (2147483647): correct the number
                    stock  | t="b"><v>0</v>           | stock.format   | 'FALSE' is not a whole number: type the number of pieces, 0 if none is left
                    stock  | s="1"><v>45576</v>       | stock.format   | '2024-10-11' is not a whole number: type the number of pieces, 0 if none is left
                    stock  | t="e"><v>#REF!</v>       | cell.error     | '#REF!' is a spreadsheet error: correct the formula or type the value
                    pid    | <v>1.5</v>               | product.format | '1.5' is not a product id: a whole number above 0 is expected, as in the product list
                    pid    | s="1"><v>45576</v>       | product.format | '2024-10-11' is not a product id: a whole number above 0 is expected, as in the product list
                    pid    | t="e"><v>#REF!</v>       | cell.error     | '#REF!' is a spreadsheet error: correct the formula or type the value
                    colour | s="1"><v>45576</v>       | colour.format  | '2024-10-11' is not the name of a colour: type it as text
                    colour | t="b"><v>1</v>           | colour.format  | 'TRUE' is not the name of a colour: type it as text
                    colour | t="e"><v>#NAME?</v>      | cell.error     | '#NAME?' is a spreadsheet error: correct the formula or type the value
                    colour | t="str"><v>\u00A0</v>    | colour.missing | The cell is empty: fill in the name of the colour; if it is merged with the cell above, let empty cells repeat the value above (fill-down colour)
                    ean    | <v>1.5</v>               | barcode.format | '1.5' is not a barcode: fill in its digits, or leave the cell empty
                    ean    | <v>-4</v>                | barcode.format | '-4' is not a barcode: fill in its digits, or leave the cell empty
                    ean    | t="b"><v>1</v>           | barcode.format | 'TRUE' is not a barcode: fill in its digits, or leave the cell empty
                    ean    | <v>1000000000000000</v>  | barcode.digits | '1000000000000000' has lost digits of the barcode: format the column as text or as a number without decimals, then fill in the whole code again
                    ean    | t="e"><v>#N/A</v>        | cell.error     | '#N/A' is a spreadsheet error: correct the formula or type the value
                    """)
    void refuses_cells(String column, String cell, String code, String message) throws IOException {
        Problem problem = only(workbookWith(column, cell));
        assertThat(problem.code()).isEqualTo(ProblemCode.of(code));
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
    void accepts_cells(String column, String cell, String colour) throws IOException {
        CheckedSheet sheet = workbookWith(column, cell);
        assertThat(Sheets.messages(sheet)).isEmpty();
        assertThat(Sheets.colours(sheet)).containsExactly(colour);
    }

    private static Problem only(CheckedSheet sheet) {
        assertThat(sheet.problems()).hasSize(1);
        return sheet.problems().iterator().next();
    }

    private static String rowWith(String column, String value) {
        List<String> names = List.of(HEADER.split(","));
        List<String> cells = new ArrayList<>(List.of("7", "red", "36", "5", ""));
        cells.set(names.indexOf(column), value == null ? "" : '"' + value + '"');
        return String.join(",", cells);
    }

    /** A workbook with one row that is good except for one cell, with or without attributes. */
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
