package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.check.CheckedSheet;
import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.markup.OdsBook;
import dev.stockload.sheet.rows.ReadAhead;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sheet.xls.XlsBook;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Web pages and XML Spreadsheets 2003, which programs write with the ending .xls. */
class MarkupBookTest {
    @TempDir Path folder;

    @Test
    void reads_an_xml_spreadsheet_of_libreoffice() throws IOException {
        Path file = XlsBookTest.sheet("stock-2003.xml");
        try (SheetBook book = FileType.of(file).open(file, SheetOptions.none()).read();
                SheetBook other = new XlsBook(XlsBookTest.sheet("stock.xls")).read()) {
            assertThat(book.tabs()).extracting(SheetBook.Tab::name).hasSize(3);
            // LibreOffice writes neither the format of zeros nor the kind of an error.
            assertThat(String.join("\n", SheetText.of(book, 0)))
                    .isEqualTo(
                            String.join("\n", SheetText.of(other, 0))
                                    .replace("number 000123", "number 123")
                                    .replace("error #", "#"));
            assertThat(SheetText.of(book, 2)).isEqualTo(SheetText.of(other, 2));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '~',
            textBlock =
                    """
                    <Row><Cell ss:Index="2"><Data ss:Type="Number">5</Data></Cell></Row><Row ss:Index="7"><Cell><Data ss:Type="String">a</Data></Cell></Row> ¦ 1: B=number 5 // 7: A=a
                    <Row><Cell ss:MergeAcross="2"><Data ss:Type="String">a</Data></Cell><Cell><Data ss:Type="Boolean">1</Data></Cell></Row> ¦ 1: A=a | D=boolean TRUE
                    <Row><Cell ss:StyleID="z"><Data ss:Type="Number">42</Data></Cell><Cell ss:StyleID="d"><Data ss:Type="DateTime">2024-03-01T00:00:00.000</Data></Cell></Row> ¦ 1: A=number 000042 | B=date 2024-03-01
                    <Row><Cell ss:Formula="=1+1"/><Cell ss:Formula="=R"><Data ss:Type="Error">#REF!</Data></Cell></Row> ¦ 1: A=uncalculated  | B=error #REF!
                    <Row><Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40">a<B>b</B></ss:Data><Comment><ss:Data>remark</ss:Data></Comment></Cell></Row> ¦ 1: A=ab
                    <Row><Cell ss:MergeDown="1"><Data ss:Type="String">a</Data></Cell></Row><Row><Cell><Data ss:Type="String">b</Data></Cell></Row><Row><Cell><Data ss:Type="String">c</Data></Cell></Row> ¦ 1: A=a // 2: B=b // 3: A=c
                    <Row ss:Span="2"/><Row><Cell><Data ss:Type="Number">1</Data></Cell></Row> ¦ 4: A=number 1
                    <Column/><Column ss:StyleID="z" ss:Span="1"/><Row><Cell ss:Index="3"><Data ss:Type="Number">7</Data></Cell><Cell><Data ss:Type="Number">7</Data></Cell></Row> ¦ 1: C=number 000007 | D=number 7
                    <Column ss:Index="2" ss:StyleID="z"/><Row ss:StyleID="d"><Cell/><Cell><Data ss:Type="Number">45352</Data></Cell></Row> ¦ 1: B=date 2024-03-01
                    """)
    void reads_an_xml_spreadsheet_as_it_is_stored(String rows, String read) throws IOException {
        assertThat(String.join(" // ", rows(xml2003(rows)))).isEqualTo(read);
    }

    @Test
    void reports_a_damaged_xml_spreadsheet() {
        assertThatThrownBy(() -> rows(xml2003("<Row><Cell></Row>")))
                .hasMessageStartingWith("is damaged or incomplete and cannot be read as an XML");
    }

    @Test
    void reads_a_web_page_of_libreoffice() throws IOException {
        List<String> rows = rows(Files.readString(XlsBookTest.sheet("page.html")));
        Path csv = XlsBookTest.sheet("chinese.ods");
        try (SheetBook book = new OdsBook(csv, false).read()) {
            assertThat(rows).isEqualTo(SheetText.of(book, 0));
        }
    }

    @Test
    void reads_stored_numbers_of_a_web_page_if_it_has_them() throws IOException {
        assertThat(rows(Files.readString(XlsBookTest.sheet("stock-page.html"))))
                .anyMatch(row -> row.contains("E=number 4006381333931 | F=date 2024-03-01"))
                .anyMatch(row -> row.contains("E=number 000123"))
                .anyMatch(row -> row.contains("D=number 2.6"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '~',
            textBlock =
                    """
                    <tr><td>a<td>b<tr><td>c                                                     ¦ 1: A=a | B=b // 2: A=c
                    <tr><td colspan=2>a</td><td>b</td></tr>                                     ¦ 1: A=a | C=b
                    <tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr><tr><td>d</td></tr> ¦ 1: A=a | B=b // 2: B=c // 3: A=d
                    <tr><td>a<td rowspan=0>b<tr><td>c<td>d<tbody><tr><td>e<td>f                 ¦ 1: A=a | B=b // 2: A=c | C=d // 3: A=e | B=f
                    <tr><td rowspan="2px">a<td rowspan="1.9">b<tr><td>c                         ¦ 1: A=a | B=b // 2: B=c
                    <tr><td rowspan="-2">a<td colspan="0">b<td>c<tr><td>d                       ¦ 1: A=a | B=b | C=c // 2: A=d
                    <thead><tr><td rowspan="3">a<td>b<tbody><tr><td>c                           ¦ 1: A=a | B=b // 2: A=c
                    <thead><tr><th> x <b>y</b>&nbsp;&amp;</th></tr></thead><tbody><tr><td>1<br>2</td></tr></tbody> ¦ 1: A=x y\u00A0& // 2: A=1\\n2
                    <tr><td x:num="4006381333931">4,01E+12</td><td x:num>1,250</td></tr>        ¦ 1: A=number 4006381333931 | B=1,250
                    <tr><td><ul><li>36</li><li>37</li></ul>38<div>39</div>40</td></tr>         ¦ 1: A=36\\n37\\n38\\n39\\n40
                    <tr><td>5<sup>1</sup></td><td><del>5</del>3</td><td>3<b>6</b></td></tr>     ¦ 1: A=5\\n1 | B=5\\n3 | C=36
                    <tr><td>36<wbr>40</td><td>Navy<wbr>blue</td></tr>                          ¦ 1: A=36\u200B40 | B=Navy\u200Bblue
                    <tr><td><select><option>36<option>37</select></td><td>36<hr>37</td></tr>   ¦ 1: A=36\\n37 | B=36\\n37
                    <tr><td><span style="display: none">0042</span>42</td><td><i hidden>1</i>2</td></tr> ¦ 1: A=42 | B=2
                    <tr><td x:num="42">0042</td><td x:num="42" sdnum="1033;0;0000">42</td></tr> ¦ 1: A=number 0042 | B=number 0042
                    <tr><td sdval="0" sdnum="1033;">#DIV/0!</td><td sdval="0" sdnum="1031;">Err:510</td></tr> ¦ 1: A=error #DIV/0! | B=error Err:510
                    <tr><td sdval="1" sdnum="1033;0;BOOLEAN">TRUE</td><td sdval="0" sdnum="1031;0;BOOLEAN">FALSCH</td></tr> ¦ 1: A=boolean TRUE | B=boolean FALSE
                    <tr><td sdval="0" sdnum="1031;0;#,##0">Fehler:508</td><td x:num="0">##</td></tr> ¦ 1: A=error Fehler:508 | B=number 0
                    <tr><td><p>a</p><p>b</p></td><td><div>c</div></td></tr>                     ¦ 1: A=a\\nb | B=c
                    <tr><td><table><tr><td>inner</td></tr></table></td></tr><tr><td>next</td></tr> ¦ 1: A=inner // 3: A=next
                    """)
    void reads_tables_as_a_browser_does(String rows, String read) throws IOException {
        String page = "<html><body><p>Stock</p><table>" + rows + "</table></body></html>";
        assertThat(String.join(" // ", rows(page)).replace("\n", "\\n"))
                .isEqualTo(read.replace("\\u00A0", "\u00A0"));
    }

    @ParameterizedTest
    @CsvSource({
        "windows-1252, <meta charset=windows-1252>",
        "GBK, <meta http-equiv=Content-Type content='text/html; charset=GBK'>",
        "UTF-8, ''",
        "UTF-16LE, ''"
    })
    void uses_the_declared_encoding_of_a_page(Charset charset, String meta) throws IOException {
        String word = charset.name().equals("GBK") ? "黑色" : "grün";
        String page = "<head>%s</head><table><tr><td>%s</table>".formatted(meta, word);
        Path file = Files.write(folder.resolve("stock.xls"), page.getBytes(charset));
        try (SheetBook book = FileType.of(file).open(file, SheetOptions.none()).read()) {
            assertThat(SheetText.of(book, 0)).containsExactly("1: A=" + word);
        }
    }

    @Test
    void asks_for_the_encoding_if_a_page_does_not_declare_one() throws IOException {
        Path file = folder.resolve("stock.xls");
        Files.writeString(file, "<table><tr><td>grün</table>", StandardCharsets.ISO_8859_1);
        try (SheetBook book = FileType.of(file).open(file, SheetOptions.none()).read()) {
            assertThatThrownBy(() -> SheetText.of(book, 0))
                    .hasMessageStartingWith("is a web page that does not say its encoding");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html><body><table><tr><td>a</td></tr><tr><td>b",
                "<table><tr><td>a</td></tr>",
                "<table><tr><td>a</td></tr></table><p>more</p><table border",
                "<html><table><tr><td>a</td></tr></table><p>more</p>",
                "<html><body><table><tr><td>a</td></tr></table></body>",
                "<table><tr><td>a</td></tr></table><table><tr><td>b</td></tr>"
            })
    void refuses_an_incomplete_page(String page) {
        assertThatThrownBy(() -> rows(page))
                .hasMessageStartingWith("is a web page that is cut off");
    }

    @Test
    @Timeout(60)
    void deeply_nested_tables_are_read_quickly() throws IOException {
        int tables = 40_000;
        assertThat(rows("<table><tr><td>".repeat(tables) + "a" + "</table>".repeat(tables)))
                .containsExactly("1: A=a");
    }

    @Test
    void a_page_in_gb2312_may_use_letters_of_its_superset() throws IOException {
        String page = "<meta charset=gb2312><table><tr><td>黑色 镕 €</td></tr></table>";
        Path file = folder.resolve("stock.xls");
        Files.write(file, page.getBytes(Charset.forName("GB18030")));
        try (SheetBook book = FileType.of(file).open(file, SheetOptions.none()).read()) {
            assertThat(SheetText.of(book, 0)).containsExactly("1: A=黑色 镕 €");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gb2312", "UTF-8", "us-ascii"})
    void reports_a_byte_that_is_not_valid_in_the_encoding_of_a_page(String encoding)
            throws IOException {
        String page = "<meta charset=%s><table><tr><td>\u00FF</td></tr></table>";
        Path file = folder.resolve("stock.xls");
        Files.writeString(file, page.formatted(encoding), StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> StockSheet.open(file, SheetOptions.none()))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining(
                        "is a web page that is not in the encoding %s; name the right one",
                        encoding);
    }

    @Test
    void reports_what_is_hidden_in_a_page() throws IOException {
        String page =
                "<table><col span=2><col style='display: none'>"
                        + "<colgroup span=2 hidden></colgroup><tr><td>a<td>b<td>c</tr>"
                        + "<tr style='display: none'><td>d</tr></table>";
        Path file = Files.writeString(folder.resolve("stock.xls"), page);
        try (SheetBook book = FileType.of(file).open(file, SheetOptions.none()).read();
                RowSource source = book.tabs().get(0).rows().get()) {
            assertThat(SheetText.of(source)).hasSize(2);
            assertThat(source.isHidden(1)).isFalse();
            assertThat(source.isHidden(2)).isTrue();
            assertThat(source.isHidden(4)).isTrue();
            assertThat(source.isHidden(5)).isFalse();
            assertThat(source.warnings(List.of())).extracting(Problem::message).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<table hidden><tr><td>a<tr><td>b</table>",
                "<table><tbody style='display:none'><tr><td>a<tr><td>b</tbody><tr><td>c</table>",
                "<div style='display:none'><table><tr><td>a<tr><td>b</table></div>"
            })
    void rows_of_a_hidden_part_of_a_page_are_hidden(String page) throws IOException {
        Path file = Files.writeString(folder.resolve("stock.xls"), page);
        try (SheetBook book = FileType.of(file).open(file, SheetOptions.none()).read();
                RowSource source = book.tabs().get(0).rows().get()) {
            SheetText.of(source);
            assertThat(source.warnings(List.of()))
                    .singleElement()
                    .extracting(Problem::message)
                    .asString()
                    .startsWith("2 rows are hidden, the first is row 1,");
        }
    }

    @Test
    void a_named_format_of_numbers_is_not_that_of_a_date() throws IOException {
        String row =
                """
                <Row><Cell ss:StyleID="f"><Data ss:Type="Number">36</Data></Cell>
                <Cell ss:StyleID="d"><Data ss:Type="Number">36</Data></Cell></Row>
                """;
        assertThat(rows(xml2003(row))).containsExactly("1: A=number 36 | B=date 1900-02-05");
    }

    @Test
    void what_a_format_adds_to_a_text_is_a_problem_of_its_cell() throws IOException {
        String cells =
                Stream.of("7", "x", "36", "1")
                        .map(
                                each ->
                                        each.equals("x")
                                                ? "<Cell ss:StyleID='t'><Data"
                                                        + " ss:Type='String'>x</Data></Cell>"
                                                : "<Cell><Data ss:Type='String'>%s</Data></Cell>"
                                                        .formatted(each))
                        .collect(Collectors.joining());
        String header =
                Stream.of("pid", "colour", "size", "stock")
                        .map("<Cell><Data ss:Type='String'>%s</Data></Cell>"::formatted)
                        .collect(Collectors.joining());
        String rows = "<Row>%s</Row><Row>%s</Row>".formatted(header, cells);
        assertThat(codes("stock.xls", xml2003(rows))).containsExactly(ProblemCode.CELL_FORMAT);
        String flat =
                """
                <?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet"
                 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
                 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
                 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
                 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
                 xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"><office:automatic-styles>
                <number:text-style style:name="N1"><number:text>C-</number:text><number:text-content/></number:text-style>
                <style:style style:name="t" style:family="table-cell" style:data-style-name="N1"/></office:automatic-styles>
                <office:body><office:spreadsheet><table:table table:name="Stock">%s</table:table></office:spreadsheet></office:body></office:document>
                """
                        .formatted(
                                rows.replace("ss:StyleID", "table:style-name")
                                        .replace("Row>", "table:table-row>")
                                        .replaceAll("(</?)Cell", "$1table:table-cell")
                                        .replaceAll("<Data[^>]*>", "<text:p>")
                                        .replace("</Data>", "</text:p>")
                                        .replace(
                                                "table-cell table",
                                                "table-cell office:value-type='string' table")
                                        .replace(
                                                "table-cell>",
                                                "table-cell office:value-type='string'>")
                                        .replace(
                                                "</table:table-cell office:value-type='string'>",
                                                "</table:table-cell>"));
        assertThat(codes("stock.fods", flat)).containsExactly(ProblemCode.CELL_FORMAT);
    }

    /** Before the first row too, while names and styles are looked for. */
    @Test
    void reading_ends_when_its_time_is_over() throws IOException {
        SheetBudget over = new SheetBudget(1 << 20, "", "", Duration.ZERO);
        Path file = Files.writeString(folder.resolve("stock.xls"), xml2003(""));
        try (SheetBook book = FileType.of(file).open(file, SheetOptions.none())) {
            assertThatThrownBy(() -> over.spend(file, book::read))
                    .isInstanceOf(SheetBudget.SpentException.class);
        }
        assertThatThrownBy(() -> over.spend(file, () -> readAhead(InputStream.nullInputStream())))
                .isInstanceOf(SheetBudget.SpentException.class);
    }

    private static int readAhead(InputStream source) throws IOException {
        try (InputStream in = new ReadAhead.ReadAheadInput(source)) {
            return in.read();
        }
    }

    private List<ProblemCode> codes(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return CheckedSheet.read(file, SheetOptions.none(), rows -> {}).problems().stream()
                .map(Problem::code)
                .toList();
    }

    private static String xml2003(String rows) {
        return """
        <?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
        <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
         xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles>
        <Style ss:ID="z"><NumberFormat ss:Format="000000"/></Style>
        <Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style>
        <Style ss:ID="t"><NumberFormat ss:Format="&quot;C-&quot;@"/></Style>
        <Style ss:ID="f"><NumberFormat ss:Format="Fixed"/></Style></Styles>
        <Worksheet ss:Name="Stock"><Table>%s</Table></Worksheet></Workbook>
        """
                .formatted(rows);
    }

    private List<String> rows(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("stock.xls"), text);
        try (SheetBook book = FileType.of(file).open(file, SheetOptions.none()).read()) {
            return SheetText.of(book, 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<div>", "<b></b>", "<p>x", "<table>"})
    @Timeout(60)
    @Tag("soak")
    void refuses_a_page_that_would_fill_the_memory_before_a_row_ends(String part)
            throws IOException {
        Path file = folder.resolve("page.xls");
        Files.writeString(file, "<html><table><tr><td>" + part.repeat(300_000));
        assertThatThrownBy(() -> CheckedSheet.read(file, SheetOptions.none(), rows -> {}))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining("has a row of more than a million characters");
    }
}
