package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.stock.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class OdsBookTest {
    private static final String HEAD =
            """
            <?xml version="1.0"?><office:document-content
             xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
             xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
             xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
             xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
             xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
            ><office:body><office:spreadsheet><table:table table:name="Stock">\
            """;

    private static final String FOOT =
            "</table:table></office:spreadsheet></office:body></office:document-content>";

    @TempDir Path folder;

    @Test
    void reads_what_the_xls_of_the_same_sheet_holds() throws IOException {
        try (Book book = OdsBook.open(XlsBookTest.sheet("stock.ods"));
                Book other = XlsBook.open(XlsBookTest.sheet("stock.xls"))) {
            assertThat(book.tabs()).isEqualTo(other.tabs());
            for (int tab = 0; tab < 3; tab++) {
                assertThat(SheetText.of(book, tab))
                        .isNotEmpty()
                        .isEqualTo(SheetText.of(other, tab));
            }
        }
    }

    @Test
    void a_flat_file_that_no_program_has_calculated_says_so() throws IOException {
        Path file = XlsBookTest.sheet("stock.fods");
        try (Book book = FileKind.of(file).open(file, SheetOptions.none())) {
            assertThat(SheetText.of(book, 0))
                    .contains(
                            "5: B=grün | C=36-40 | D=number 1250 | E=number 000123 | F=date"
                                    + " 2024-03-01 18:30:00 | G=uncalculated ");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '~',
            textBlock =
                    """
                    <c office:value-type="float" office:value="4006381333931"><text:p>4.0E12</text:p></c> ¦ 1: A=number 4006381333931
                    <c office:value-type="percentage" office:value="0.5"><text:p>50%</text:p></c>         ¦ 1: A=number 0.5
                    <c office:value-type="string" office:string-value="stored"><text:p>shown</text:p></c> ¦ 1: A=stored
                    <c office:value-type="string"><text:p>a<text:s text:c="2"/>b <text:span>c</text:span></text:p></c> ¦ 1: A=a  b c
                    <c office:value-type="string"><office:annotation><text:p>no</text:p></office:annotation><text:p>yes</text:p></c> ¦ 1: A=yes
                    <c office:value-type="string"> <text:p>a</text:p> <text:p>b</text:p> </c>            ¦ 1: A=a\\nb
                    <c office:value-type="date" office:date-value="2024-12-10"><text:p>10-Dec</text:p></c> ¦ 1: A=date 2024-12-10
                    <c office:value-type="time" office:time-value="PT12H00M00S"><text:p>12:00</text:p></c> ¦ 1: A=date 1899-12-31 12:00:00
                    <c office:value-type="boolean" office:boolean-value="true"><text:p>TRUE</text:p></c>  ¦ 1: A=boolean TRUE
                    <c table:formula="of:=1+1"/>                                                          ¦ 1: A=uncalculated
                    <c table:formula="of:=1+1" office:value-type="float" office:value="2"/>               ¦ 1: A=number 2
                    <c office:value-type="string" calcext:value-type="error"><text:p>#REF!</text:p></c>   ¦ 1: A=error #REF!
                    <c table:number-columns-repeated="2"/><c table:number-columns-repeated="2" office:value-type="float" office:value="7"/> ¦ 1: C=number 7 | D=number 7
                    <c office:value-type="float" office:value="1"/><x table:number-columns-repeated="2"><text:p>under</text:p></x><c office:value-type="float" office:value="2"/> ¦ 1: A=number 1 | D=number 2
                    """)
    void reads_cells_as_they_are_stored(String cells, String read) throws IOException {
        String row = "<table:table-row>" + cells + "</table:table-row>";
        assertThat(rows(row))
                .extracting(line -> line.strip().replace("\n", "\\n"))
                .containsExactly(read);
    }

    @Test
    void repeated_rows_come_as_often_as_they_are_meant() throws IOException {
        String rows =
                """
                <table:table-row table:number-rows-repeated="3"><c office:value-type="float" office:value="7"/></table:table-row>
                <table:table-row table:number-rows-repeated="10"><c table:number-columns-repeated="1024"/></table:table-row>
                <table:table-row table:number-rows-repeated="700"><c office:value-type="float" office:value="8"/></table:table-row>
                <table:table-row table:number-rows-repeated="1047000"><c table:number-columns-repeated="16384"/></table:table-row>
                """;
        assertThat(rows(rows))
                .hasSize(703)
                .startsWith("1: A=number 7", "2: A=number 7", "3: A=number 7", "14: A=number 8")
                .endsWith("713: A=number 8");
    }

    @Test
    void a_row_repeated_without_end_is_refused() {
        String row =
                "<table:table-row table:number-rows-repeated=\"1048576\"><c"
                        + " table:number-columns-repeated=\"16384\" office:value-type=\"float\""
                        + " office:value=\"1\"/></table:table-row>";
        assertThatThrownBy(() -> rows(row))
                .hasMessageContaining("repeats row 1 more often than a stock sheet does");
    }

    @Test
    void hidden_rows_are_counted() throws IOException {
        String row =
                "<table:table-row table:visibility=\"%s\"><c office:value-type=\"float\""
                        + " office:value=\"1\"/></table:table-row>";
        Path file =
                file(
                        row.formatted("collapse")
                                + row.formatted("visible")
                                + row.formatted("filter"));
        try (Book book = OdsBook.open(file);
                RowSource source = book.rows(0)) {
            assertThat(SheetText.of(source)).hasSize(3);
            assertThat(source.hiddenAndMerged().warnings(new Header(1, Layout.LONG, List.of())))
                    .extracting(Problem::message)
                    .singleElement()
                    .asString()
                    .startsWith("2 rows are hidden, the first is row 1");
        }
    }

    @Test
    void a_broken_one_is_named() throws IOException {
        assertThatThrownBy(() -> rows("<table:table-row>"))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageStartingWith("is damaged or incomplete and cannot be read as an Open");
    }

    private List<String> rows(String rows) throws IOException {
        try (Book book = OdsBook.open(file(rows))) {
            return SheetText.of(book, 0);
        }
    }

    private Path file(String rows) throws IOException {
        String xml =
                HEAD
                        + rows.replace("<c ", "<table:table-cell ")
                                .replace("</c>", "</table:table-cell>")
                                .replace("<x ", "<table:covered-table-cell ")
                                .replace("</x>", "</table:covered-table-cell>")
                        + FOOT;
        Map<String, byte[]> parts = Map.of("content.xml", xml.getBytes(StandardCharsets.UTF_8));
        return Files.write(folder.resolve("a.ods"), XlsxPackage.zip(parts));
    }
}
