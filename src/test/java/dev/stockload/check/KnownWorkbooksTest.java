package dev.stockload.check;

import static dev.stockload.check.KnownSheet.book;
import static dev.stockload.check.KnownSheet.bytes;
import static dev.stockload.check.KnownSheet.fill;
import static dev.stockload.check.KnownSheet.xml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.header.HeaderField;

import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.util.CellRangeAddress;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Values that a workbook displays differently arrive correctly, or are reported. */
class KnownWorkbooksTest {
    private static final String LONG = "pid|colour|size|stock|ean";
    private static final String MATRIX = "pid|colour|36|37|38";

    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"merged", "mergedElsewhere", "corners", "hidden", "formulas", "openDocument"})
    void values_arrive_correctly_or_are_reported(KnownSheet sheet) throws IOException {
        assertThat(sheet.outcome(folder)).isEqualTo(sheet.expected());
    }

    static Stream<KnownSheet> merged() {
        return Stream.of(
                merged("one stock for two sizes", "C2:D2", MATRIX, "7|red|5||3", "7|blue|1")
                        .arrives("7 blue 36:1")
                        .reports("row 2 cell.merged"),
                merged("one stock for two colours", "C2:C3", MATRIX, "7|red|5|1", "7|blue||2")
                        .reports("row 2 cell.merged", "row 3 cell.merged"),
                merged("the same in an .xls", "C2:D2", MATRIX, "7|red|5||3", "7|blue|1")
                        .asXls()
                        .arrives("7 blue 36:1")
                        .reports("row 2 cell.merged"),
                merged("one stock for two rows", "D2:D3", LONG, "7|red|36|5", "8|blue|37")
                        .reports("row 2 cell.merged", "row 3 stock.missing"),
                merged("one size for two rows", "C2:C3", LONG, "7|red|36|5", "8|blue||5")
                        .reports("row 2 cell.merged", "row 3 size.missing"),
                merged("one barcode for two rows", "E2:E3", LONG, "7|a|36|5|690", "7|b|37|5")
                        .reports("row 2 cell.merged", "row 3 cell.merged"),
                merged("a colour over its rows", "B2:B3", LONG, "7|red|36|5", "7||37|6")
                        .fillsDown(HeaderField.COLOUR)
                        .arrives("7 red 36:5 37:6"),
                merged("a colour repeated under its cell", "B2:B3", LONG, "7|a|36|5", "7|a|37|6")
                        .arrives("7 a 36:5 37:6"),
                merged("another colour under its cell", "B2:B3", LONG, "7|a|36|5", "7|b|37|6")
                        .reports("row 2 cell.merged", "row 3 cell.merged"),
                merged("a title", "A1:D1", "Stock", LONG, "7|red|36|5").arrives("7 red 36:5"),
                merged("a stock over a column nobody reads", "D2:F2", LONG, "7|red|36|5")
                        .reports("row 2 cell.merged"),
                merged("a stock beside the sheet", "E2:G2", LONG, "7|red|36|5|690")
                        .arrives("7 red 36:5/690"));
    }

    private static KnownSheet merged(String about, String cells, String... lines) {
        return book(
                about,
                book ->
                        fill(book.createSheet("Stock"), lines)
                                .addMergedRegion(CellRangeAddress.valueOf(cells)));
    }

    static Stream<KnownSheet> mergedElsewhere() {
        String html =
                "<table><tr><td>pid<td>colour<td>36<td>37</tr><tr><td>7<td>red<td colspan=2>5</tr>"
                        + "<tr><td>7<td>blue<td>1<td>2</tr></table>";
        String xml =
                "<?xml version=\"1.0\"?><Workbook"
                        + " xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\""
                        + " xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\"><Worksheet"
                        + " ss:Name=\"A\"><Table><Column ss:Index=\"2\" ss:Hidden=\"1\"/><Row>"
                        + data("pid", "colour", "36", "37")
                        + "</Row><Row>"
                        + data("7", "red")
                        + "<Cell ss:MergeAcross=\"1\"><Data"
                        + " ss:Type=\"Number\">5</Data></Cell></Row><Row>"
                        + data("7", "blue", "1", "2")
                        + "</Row></Table></Worksheet></Workbook>";
        return Stream.of(
                ods(
                                "one stock for two sizes of an .ods",
                                "",
                                row(text("pid"), text("colour"), text("36"), text("37"))
                                        + row(
                                                text("7"),
                                                text("red"),
                                                "<table:table-cell office:value-type=\"float\""
                                                        + " office:value=\"5\""
                                                        + " table:number-columns-spanned=\"2\"/>"
                                                        + "<table:covered-table-cell/>")
                                        + row(text("7"), text("blue"), text("1"), text("2")))
                        .arrives("7 blue 36:1 37:2")
                        .reports("row 2 cell.merged"),
                bytes("one stock for two sizes of a page", "html", StandardCharsets.UTF_8, html)
                        .arrives("7 blue 36:1 37:2")
                        .reports("row 2 cell.merged"),
                bytes("one stock for two sizes of 2003", "xml", StandardCharsets.UTF_8, xml)
                        .arrives("7 blue 36:1 37:2")
                        .reports("row 2 cell.merged", "column.hidden"));
    }

    private static String data(String... cells) {
        StringBuilder row = new StringBuilder();
        for (String cell : cells) {
            row.append("<Cell><Data ss:Type=\"String\">").append(cell).append("</Data></Cell>");
        }
        return row.toString();
    }

    static Stream<KnownSheet> hidden() {
        String rows = cells("pid", "colour", "36", "37") + cells("7", "red", "1", "2");
        return Stream.of(
                book("a hidden column", KnownWorkbooksTest::hideSize)
                        .arrives("7 red 36:1 37:2")
                        .reports("column.hidden"),
                book("a hidden column of an .xls", KnownWorkbooksTest::hideSize)
                        .asXls()
                        .arrives("7 red 36:1 37:2")
                        .reports("column.hidden"),
                sheet(
                                "a column of no width",
                                "<cols><col min=\"4\" max=\"9\" width=\"0\"/></cols>",
                                rows)
                        .arrives("7 red 36:1 37:2")
                        .reports("column.hidden"),
                sheet(
                                "a hidden column nobody reads",
                                "<cols><col min=\"5\" max=\"9\" hidden=\"1\"/></cols>",
                                rows)
                        .arrives("7 red 36:1 37:2"),
                sheet("a row of no height", "", rows.replaceAll("(.*)<row>", "$1<row ht=\"0\">"))
                        .arrives("7 red 36:1 37:2")
                        .reports("row.hidden"),
                sheet(
                                "rows that have no height by default",
                                "<sheetFormatPr zeroHeight=\"1\"/>",
                                rows)
                        .arrives("7 red 36:1 37:2")
                        .reports("row.hidden"),
                sheet(
                                "rows with a height of their own",
                                "<sheetFormatPr zeroHeight=\"1\"/>",
                                rows.replace("<row>", "<row ht=\"15\">"))
                        .arrives("7 red 36:1 37:2"),
                ods(
                                "a hidden column of an .ods",
                                "<table:table-column"
                                    + " table:number-columns-repeated=\"3\"/><table:table-column"
                                    + " table:visibility=\"collapse\"/>",
                                row(text("pid"), text("colour"), text("36"), text("37"))
                                        + row(text("7"), text("red"), text("1"), text("2")))
                        .arrives("7 red 36:1 37:2")
                        .reports("column.hidden"),
                bytes(
                                "a cell of a page spans to the end of its group",
                                "html",
                                StandardCharsets.UTF_8,
                                "<table><tr><td>pid<td>colour<td>36<td>37<tbody>"
                                        + "<tr><td>7<td>red<td>1<td rowspan=0>2<tbody>"
                                        + "<tr><td>8<td>red<td>3<td>4</table>")
                        .arrives("7 red 36:1 37:2", "8 red 36:3 37:4"),
                bytes(
                                "a cell of a page spans several rows",
                                "html",
                                StandardCharsets.UTF_8,
                                "<table><tr><td>pid<td>colour<td>36<td>37<tbody>"
                                        + "<tr><td>7<td>red<td>1<td rowspan=0>2"
                                        + "<tr><td>8<td>red<td>3</table>")
                        .reports("row 2 cell.merged", "row 3 cell.merged"),
                bytes(
                                "hidden cells of a page",
                                "html",
                                StandardCharsets.UTF_8,
                                "<table><tr><td>pid<td>colour<td>36<td style='display:"
                                        + " none'>37</tr><tr><td>7<td>red<td>1<td style='display:"
                                        + " none'>2</tr></table>")
                        .arrives("7 red 36:1 37:2")
                        .reports("column.hidden"));
    }

    private static void hideSize(org.apache.poi.ss.usermodel.Workbook book) {
        Sheet sheet = fill(book.createSheet("Stock"), "pid|colour|36|37", "7|red|1|2");
        sheet.setColumnHidden(3, true);
    }

    static Stream<KnownSheet> corners() {
        String rows = cells("pid", "colour", "36", "37") + cells("7", "a", "1", "2");
        String end = "</sheetData><mergeCells><mergeCell ref=\"%s\"/></mergeCells><sheetData>";
        return Stream.of(
                sheet("corners in another order", "", rows + end.formatted("$d$2:C2"))
                        .reports("row 2 cell.merged"),
                sheet("corners that are none", "", rows + end.formatted("2"))
                        .arrives("7 a 36:1 37:2"));
    }

    static Stream<KnownSheet> formulas() {
        String sum =
                cells("pid", "colour", "size", "stock")
                        + "<row><c><v>7</v></c><c t=\"str\"><v>red</v></c><c><v>36</v></c>"
                        + "<c><f>1+1</f><v>%s</v></c></row>";
        return Stream.of(
                xml(
                                "a calculation that is forced",
                                XlsxPackage.of(sum.formatted("0"))
                                        .calculation("forceFullCalc=\"1\""))
                        .reports("row 2 cell.uncalculated"),
                xml(
                                "a calculation that was not completed",
                                XlsxPackage.of(sum.formatted("0"))
                                        .calculation("calcCompleted=\"0\""))
                        .reports("row 2 cell.uncalculated"),
                xml(
                                "a calculation that was completed",
                                XlsxPackage.of(sum.formatted("0"))
                                        .calculation("calcCompleted=\"1\" forceFullCalc=\"0\""))
                        .arrives("7 red 36:0"),
                xml(
                                "more than a cell can hold",
                                XlsxPackage.of(
                                        cells("artNo", "colour", "size", "stock", "ean")
                                                + cells("A", "R".repeat(32_768), "36", "1")
                                                + cells("B", "red", "36", "1", "9".repeat(33_000))
                                                + cells("C", "R".repeat(200), "36", "1")))
                        .arrives("C " + "R".repeat(200) + " 36:1")
                        .reports("row 2 cell.long", "row 3 cell.long"));
    }

    static Stream<KnownSheet> openDocument() {
        String head = row(text("pid"), text("colour"), text("size"), text("stock"));
        return Stream.of(
                ods(
                                "truth as a stock",
                                "",
                                head
                                        + row(text("7"), text("a"), text("36"), value("1", "TRUE"))
                                        + row(
                                                text("7"),
                                                text("b"),
                                                text("36"),
                                                value("0", "FALSCH"))
                                        + row(text("7"), text("c"), text("36"), value("0", "-"))
                                        + row(text("7"), text("d"), text("36"), value("1", "1 pc")))
                        .arrives("7 c 36:0", "7 d 36:1")
                        .reports("row 2 stock.format", "row 3 stock.format"),
                ods(
                                "an error with a number",
                                "",
                                head
                                        + row(
                                                text("7"),
                                                text("a"),
                                                text("36"),
                                                value("0", "Err:502"))
                                        + row(
                                                text("7"),
                                                text("b"),
                                                text("36"),
                                                value("0", "#NAME?")))
                        .reports("row 2 cell.error", "row 3 cell.error"));
    }

    private static KnownSheet sheet(String about, String before, String rows) {
        String all =
                "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">"
                        + before
                        + "<sheetData>"
                        + rows
                        + "</sheetData></worksheet>";
        return xml(about, new XlsxPackage().sheet("Stock", all, "", "worksheet"));
    }

    private static String cells(String... texts) {
        StringBuilder row = new StringBuilder("<row>");
        for (String text : texts) {
            row.append("<c t=\"str\"><v>").append(text).append("</v></c>");
        }
        return row.append("</row>").toString();
    }

    private static KnownSheet ods(String about, String columns, String rows) {
        return bytes(
                about,
                "fods",
                StandardCharsets.UTF_8,
                "<?xml version=\"1.0\"?><office:document"
                    + " xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\""
                    + " xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\""
                    + " xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\""
                    + " office:mimetype=\"application/vnd.oasis.opendocument.spreadsheet\"><office:body><office:spreadsheet><table:table"
                    + " table:name=\"A\">"
                        + columns
                        + rows
                        + "</table:table></office:spreadsheet></office:body></office:document>");
    }

    private static String row(String... cells) {
        return "<table:table-row>" + String.join("", cells) + "</table:table-row>";
    }

    private static String text(String text) {
        return "<table:table-cell office:value-type=\"string\"><text:p>"
                + text
                + "</text:p></table:table-cell>";
    }

    /** The result of a formula, and its displayed text. */
    private static String value(String value, String shown) {
        return "<table:table-cell table:formula=\"of:=X\" office:value-type=\"float\""
                + " office:value=\""
                + value
                + "\"><text:p>"
                + shown
                + "</text:p></table:table-cell>";
    }
}
