package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.problem.Problem;
import dev.stockload.sheet.markup.OdsBook;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sheet.xls.XlsBook;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
             xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
             xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"
             xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
            >%s<office:body><office:spreadsheet>\
            """;

    private static final String TABLE = "<table:table table:name=\"%s\">%s</table:table>";

    private static final String FOOT =
            "</office:spreadsheet></office:body></office:document-content>";

    @TempDir Path folder;

    @Test
    void reads_the_same_content_as_from_xls() throws IOException {
        try (SheetBook book = new OdsBook(XlsBookTest.sheet("stock.ods"), false).read();
                SheetBook other = new XlsBook(XlsBookTest.sheet("stock.xls")).read()) {
            assertThat(SheetText.tabs(book)).isEqualTo(SheetText.tabs(other));
            for (int tab = 0; tab < 3; tab++) {
                assertThat(SheetText.of(book, tab))
                        .isNotEmpty()
                        .isEqualTo(SheetText.of(other, tab));
            }
        }
    }

    @Test
    void reports_uncalculated_formulas_in_a_flat_file() throws IOException {
        Path file = XlsBookTest.sheet("stock.fods");
        try (SheetBook book = FileType.of(file).open(file, SheetOptions.none()).read()) {
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
    void repeats_rows_as_often_as_the_file_says() throws IOException {
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
    void refuses_a_row_that_is_repeated_too_often() {
        String row =
                "<table:table-row table:number-rows-repeated=\"1048576\"><c"
                        + " table:number-columns-repeated=\"16384\" office:value-type=\"float\""
                        + " office:value=\"1\"/></table:table-row>";
        assertThatThrownBy(() -> rows(row))
                .hasMessageContaining("repeats row 1 more often than a stock sheet does");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    date-style       | <number:day/><number:text>.</number:text><number:month/>
                    time-style       | <number:hours/><number:text>:</number:text><number:minutes/>
                    percentage-style | <number:number number:min-integer-digits="1"/><number:text>%</number:text>
                    currency-style   | <number:number number:min-integer-digits="1"/><number:text> </number:text><number:currency-symbol>€</number:currency-symbol>
                    text-style       | <number:text-content/><number:text>x</number:text>
                    """)
    void keeps_leading_zeros_whatever_formats_follow(String kind, String parts) throws IOException {
        String other = "<number:%1$s style:name=\"N2\">%2$s</number:%1$s>";
        assertThat(zeros(ZEROS.formatted("N1", "") + other.formatted(kind, parts)))
                .isEqualTo("0000000000042");
    }

    private static final String ZEROS =
            "<number:number-style style:name=\"%s\"><number:number"
                    + " number:min-integer-digits=\"13\"/>%s</number:number-style>";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <number:text> </number:text>                           | 0000000000042
                    <number:fill-character>*</number:fill-character>       | 0000000000042
                    <number:text> Stk</number:text>                        | 42
                    """)
    void only_visible_parts_make_a_format_more_than_zeros(String more, String read)
            throws IOException {
        assertThat(zeros(ZEROS.formatted("N1", more))).isEqualTo(read);
    }

    @ParameterizedTest
    @CsvSource({"false, 0000000000042", "true, 42"})
    void a_format_with_grouped_digits_does_not_keep_zeros(String grouping, String read)
            throws IOException {
        String format = ZEROS.formatted("N1", "").replace("/>", " number:grouping=\"%s\"/>");
        assertThat(zeros(format.formatted(grouping))).isEqualTo(read);
    }

    @Test
    void a_format_with_sections_has_the_zeros_of_its_positive_section() throws IOException {
        String text =
                "<number:text-style style:name=\"N1\"><number:text-content/><style:map"
                        + " style:condition=\"value()&gt;=0\""
                        + " style:apply-style-name=\"N1P0\"/></number:text-style>";
        assertThat(zeros(ZEROS.formatted("N1P0", "") + text)).isEqualTo("0000000000042");
    }

    /** How 42 is read in a column whose style has the format N1. */
    private String zeros(String formats) throws IOException {
        String styles =
                "<office:automatic-styles>%s<style:style style:name=\"ce1\" style:family=\"table-cell\" style:data-style-name=\"N1\"/></office:automatic-styles>"
                        .formatted(formats);
        String rows =
                "<table:table-column table:default-cell-style-name=\"ce1\"/><table:table-row><c"
                        + " office:value-type=\"float\" office:value=\"42\"/></table:table-row>";
        try (SheetBook book =
                new OdsBook(file(styles, TABLE.formatted("Stock", rows)), false).read()) {
            return SheetText.of(book, 0).get(0).replace("1: A=number ", "");
        }
    }

    @Test
    @Timeout(20)
    void refuses_a_cell_of_too_many_spaces() {
        String spaces = "<text:s text:c=\"9999\"/>".repeat(5000);
        assertThatThrownBy(
                        () ->
                                rows(
                                        "<table:table-row><c office:value-type=\"string\"><text:p>"
                                                + spaces
                                                + "</text:p></c></table:table-row>"))
                .hasMessage("has a cell of more than a million characters");
    }

    @Test
    @Timeout(20)
    void very_long_names_and_attributes_are_refused_quickly() throws IOException {
        StringBuilder names = new StringBuilder();
        StringBuilder attributes = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            names.append("<n").append(i).append("/>");
            attributes.append(" a").append(i).append("=\"\"");
        }
        assertThat(rows(names + ONE)).containsExactly("1: A=number 1");
        assertThatThrownBy(() -> rows("<n" + attributes + "/>" + ONE))
                .hasMessageStartingWith("is damaged or incomplete");
    }

    private static final String ONE =
            "<table:table-row><c office:value-type=\"float\""
                    + " office:value=\"1\"/></table:table-row>";

    @Test
    void sheets_are_read_in_any_order() throws IOException {
        StringBuilder tables = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            tables.append(TABLE.formatted("T" + i, ONE.replace("\"1\"", "\"" + i + "\"")));
        }
        String nested = TABLE.formatted("in a cell", ONE);
        tables.append(
                TABLE.formatted(
                        "T5",
                        "<table:table-row><c office:value-type=\"float\" office:value=\"5\">"
                                + nested
                                + "</c></table:table-row>"));
        try (SheetBook book = new OdsBook(file("", tables.toString()), false).read()) {
            assertThat(book.tabs()).extracting(SheetBook.Tab::name).hasSize(6).endsWith("T5");
            for (int tab : new int[] {0, 2, 3, 3, 1, 5, 4}) {
                assertThat(SheetText.of(book, tab)).containsExactly("1: A=number " + tab);
            }
            book.tabs().get(2).rows().get().close();
            assertThat(SheetText.of(book, 4)).containsExactly("1: A=number 4");
        }
    }

    @Test
    void later_sheets_are_not_read_from_the_start() throws IOException {
        StringBuilder tables = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            tables.append(TABLE.formatted("T" + i, ONE.repeat(1000)));
        }
        Path file = Files.writeString(folder.resolve("a.fods"), xml("", tables.toString()));
        try (SheetBook book = new OdsBook(file, true).read()) {
            assertThat(SheetText.of(book, 0)).hasSize(1000);
            Files.delete(file); // nobody can open it again
            for (int tab = 1; tab < 60; tab++) {
                assertThat(SheetText.of(book, tab)).hasSize(1000);
            }
        }
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
        try (SheetBook book = new OdsBook(file, false).read();
                RowSource source = book.tabs().get(0).rows().get()) {
            assertThat(SheetText.of(source)).hasSize(3);
            assertThat(source.warnings(List.of()))
                    .extracting(Problem::message)
                    .singleElement()
                    .asString()
                    .startsWith("2 rows are hidden, the first is row 1");
        }
    }

    @Test
    void reports_a_damaged_file() throws IOException {
        assertThatThrownBy(() -> rows("<table:table-row>"))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageStartingWith("is damaged or incomplete and cannot be read as an Open");
    }

    @Test
    void a_file_without_content_is_damaged() throws IOException {
        byte[] parts = XlsxPackage.zip(Map.of("meta.xml", new byte[0]));
        Path file = Files.write(folder.resolve("a.ods"), parts);
        try (SheetBook book = new OdsBook(file, false)) {
            assertThatThrownBy(book::read)
                    .isInstanceOf(UnusableSheetException.class)
                    .hasMessageStartingWith("is damaged or incomplete and cannot be read");
        }
    }

    private List<String> rows(String rows) throws IOException {
        try (SheetBook book = new OdsBook(file(rows), false).read()) {
            return SheetText.of(book, 0);
        }
    }

    private Path file(String rows) throws IOException {
        return file("", TABLE.formatted("Stock", rows));
    }

    private Path file(String styles, String tables) throws IOException {
        byte[] xml = xml(styles, tables).getBytes(StandardCharsets.UTF_8);
        return Files.write(folder.resolve("a.ods"), XlsxPackage.zip(Map.of("content.xml", xml)));
    }

    private static String xml(String styles, String tables) {
        return HEAD.formatted(styles)
                + tables.replace("<c ", "<table:table-cell ")
                        .replace("</c>", "</table:table-cell>")
                        .replace("<x ", "<table:covered-table-cell ")
                        .replace("</x>", "</table:covered-table-cell>")
                + FOOT;
    }
}
