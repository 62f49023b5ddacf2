package dev.stockload.sheet.xlsx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sheet.XlsBookTest;
import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.xls.XlsBook;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class XlsxBookTest {
    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"stock.xlsx", "stock-from-ods.xlsx"})
    void reads_a_workbook_of_libreoffice(String name) throws IOException {
        try (SheetBook book = new XlsxBook(XlsBookTest.sheet(name)).read();
                SheetBook old = new XlsBook(XlsBookTest.sheet("stock.xls")).read()) {
            assertThat(SheetText.tabs(book))
                    .containsExactly("Stock 库存 true", "Notes false", "Zweites Blatt true");
            for (int tab = 0; tab < 3; tab++) {
                // LibreOffice converts a boolean of an .ods file to a number.
                assertThat(SheetText.of(book, tab))
                        .isNotEmpty()
                        .usingElementComparator(
                                Comparator.comparing(
                                        row -> row.replace("boolean TRUE", "number 1")))
                        .isEqualTo(SheetText.of(old, tab));
            }
        }
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    <c><v>36</v></c>                                      | number 36              | a whole number
                    <c><v>36.0</v></c>                                    | number 36              | a fraction of zeros
                    <c s="1"><v>2.6</v></c>                               | number 2.6             | a number shown as 3
                    <c s="2"><v>1250</v></c>                              | number 1250            | a number shown as 1,250
                    <c><v>4006381333931</v></c>                           | number 4006381333931   | thirteen digits in General
                    <c><v>4.006381333931E+12</v></c>                      | number 4006381333931   | thirteen digits with an exponent
                    <c><v>2.6000000000000001</v></c>                      | number 2.6             | a number as Excel stores it
                    <c><v>1e-7</v></c>                                    | number 0.0000001       | a small number
                    <c><v>-3</v></c>                                      | number -3              | a number below 0
                    <c s="3"><v>123</v></c>                               | number 000123          | zeros that the format shows
                    <c s="3"><v>1234567</v></c>                           | number 1234567         | more digits than the format has zeros
                    <c s="3"><v>-5</v></c>                                | number -5              | zeros and a number below 0
                    <c s="3"><v>2.6</v></c>                               | number 2.6             | zeros and a fraction
                    <c s="99"><v>5</v></c>                                | number 5               | a style that is not there
                    <c t="n"><v>5</v></c>                                 | number 5               | a type that could be left out
                    <c t="s"><v>0</v></c>                                 | plain                  | a shared text
                    <c t="s"><v>1</v></c>                                 | rich text              | a shared text of runs
                    <c t="s"><v>2</v></c>                                 | 東京                     | a shared text with phonetic help
                    <c t="s"><v>3</v></c>                                 | ~ two\nlines ~         | a shared text with an escape
                    <c t="s"><v>4</v></c>                                 | _x000D_                | an escape that is escaped
                    <c t="inlineStr"><is><t>here</t></is></c>             | here                   | an inline text
                    <c t="inlineStr"><is><r><rPr><b/></rPr><t>a</t></r><r><t xml:space="preserve"> b</t></r></is></c> | a b | an inline text of runs
                    <c t="inlineStr"><is><t>東</t><rPh sb="0" eb="1"><t>ひがし</t></rPh><phoneticPr fontId="1"/></is></c> | 東 | an inline text with phonetic help
                    <c t="inlineStr"><is><t>a_x000D_b</t></is></c>        | ~a\rb~                 | an inline text with an escape
                    <c t="inlineStr"><is><t>_xD83D_!</t></is></c>         | �!                     | half a character
                    <c t="b"><v>1</v></c>                                 | boolean TRUE           | a boolean
                    <c t="b"><v>0</v></c>                                 | boolean FALSE          | another boolean
                    <c t="e"><v>#REF!</v></c>                             | error #REF!            | an error
                    <c><f>1+2</f><v>3</v></c>                             | number 3               | the stored value of a formula
                    <c t="str"><f>"a"&amp;"b"</f><v>ab</v></c>            | ab                     | the stored text of a formula
                    <c t="e"><f>1/0</f><v>#DIV/0!</v></c>                 | error #DIV/0!          | the stored error of a formula
                    <c t="b"><f t="shared" si="0"/><v>1</v></c>           | boolean TRUE           | the stored boolean of a shared formula
                    <c s="4"><v>45352</v></c>                             | date 2024-03-01        | a built-in date format
                    <c s="5"><v>45352.75</v></c>                          | date 2024-03-01 18:00:00 | a date format of our own
                    <c s="6"><v>45576</v></c>                             | date 2024-10-11        | a date format of Chinese Excel without a code
                    <c s="7"><v>45576</v></c>                             | date 2024-10-11        | a date format with Chinese words
                    <c s="4"><v>36</v></c>                                | date 1900-02-05        | a small number shown as a date
                    <c s="8"><v>45352</v></c>                             | number 45352           | a colour in brackets is no date
                    <c t="d"><v>2024-03-01</v></c>                        | date 2024-03-01        | a date in words
                    <c t="d"><v>2024-03-01T06:30:00Z</v></c>              | date 2024-03-01 06:30:00 | a date with a time in words
                    <c t="d"><v>yesterday</v></c>                         | yesterday              | no date in words
                    <c><v>&#51;&#x36;</v></c>                             | number 36              | numbered entities
                    <c t="str"><v>a&amp;b &lt;c&gt; &quot;d&quot; &apos;e&apos; &#x1F45F;</v></c> | ~a&b <c> "d" 'e' 👟~ | entities
                    <c t="str"><v><![CDATA[a & b ]] > <c>]]></v></c>      | a & b ]] > <c>         | a CDATA section
                    <c><!-- <v>9</v> --><v>3<!---->6</v></c>              | number 36              | comments
                    <c><?note <v>9</v>?><v>36</v></c>                     | number 36              | an instruction
                    <x:c r='A1' t='str' ><x:v>a</x:v ></x:c >             | a                      | prefixes, single quotes and spaces
                    <c t="str"><v>黑色 ñ</v></c>                            | 黑色 ñ                   | letters of all kinds
                    """)
    void reads_every_kind_of_cell(String cell, String expected, String what) throws IOException {
        String texts =
                "<si><t>plain</t></si><si><r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r></si>"
                        + "<si><t>東京</t><rPh sb=\"0\" eb=\"2\"><t>トウキョウ</t></rPh></si>"
                        + "<si><t xml:space=\"preserve\"> two_x000A_lines </t></si>"
                        + "<si><t>_x005F_x000D_</t></si>";
        String formats =
                "<numFmt numFmtId=\"164\" formatCode=\"000000\"/>"
                        + "<numFmt numFmtId=\"165\" formatCode=\"dd.mm.yyyy hh:mm\"/>"
                        + "<numFmt numFmtId=\"166\" formatCode=\"m&quot;月&quot;d&quot;日&quot;;@\"/>"
                        + "<numFmt numFmtId=\"167\" formatCode=\"[Red]#,##0\"/>";
        XlsxPackage made =
                XlsxPackage.of("<row>" + cell + "</row>")
                        .texts(texts)
                        .styles(formats, 0, 1, 3, 164, 14, 165, 58, 166, 167);
        assertThat(rows(made))
                .containsExactly("1: A=" + expected.replace("\\n", "\n").replace("\\r", "\r"));
    }

    @Test
    void line_ends_are_one_character_in_shared_and_inline_texts() throws IOException {
        XlsxPackage made =
                XlsxPackage.of(
                                "<row><c t=\"s\"><v>0</v></c>"
                                        + "<c t=\"str\"><v>a\r\nb\rc\nd</v></c></row>")
                        .texts("<si><t>a\r\nb\rc\nd</t></si>");
        assertThat(rows(made)).containsExactly("1: A=a\nb\nc\nd | B=a\nb\nc\nd");
    }

    @ParameterizedTest
    @ValueSource(strings = {"date1904=\"1\"", "date1904=\"true\""})
    void dates_may_count_from_1904(String property) throws IOException {
        XlsxPackage made =
                XlsxPackage.of(
                                "<row><c s=\"0\"><v>43890</v></c><c><v>43890.5</v></c>"
                                        + "<c t=\"d\"><v>2024-03-01</v></c></row>")
                        .properties(property)
                        .styles("", 14, 1);
        assertThat(rows(made))
                .containsExactly(
                        "1: A=date 2024-03-01 | B=date 2024-03-01 12:00:00 | C=date"
                                + " 2024-03-01");
        assertThat(rows(made.properties("date1904=\"0\"")).get(0)).contains("A=date 2020-02-29");
    }

    @Test
    void cells_and_rows_without_references_follow_each_other() throws IOException {
        String cell = "<c><v>1</v></c>";
        assertThat(
                        rows(
                                XlsxPackage.of(
                                        "<row>"
                                                + cell
                                                + cell
                                                + "</row><row r=\"5\"><c r=\"C5\"><v>2</v></c>"
                                                + cell
                                                + "</row><row>"
                                                + cell
                                                + "</row>")))
                .containsExactly(
                        "1: A=number 1 | B=number 1",
                        "5: C=number 2 | D=number 1",
                        "6: A=number 1");
    }

    @Test
    void rows_and_cells_without_a_value_are_left_out() throws IOException {
        assertThat(
                        rows(XlsxPackage.of(
                                        "<row r=\"1\"/><row r=\"3\"><c r=\"B3\" s=\"1\"/><c"
                                                + " r=\"D3\"><v/></c><c r=\"E3\""
                                                + " t=\"str\"><f>\"\"</f><v></v></c><c r=\"F3\""
                                                + " t=\"str\"><v> \u00A0\u3000</v></c></row><row"
                                                + " r=\"1000000\"><c"
                                                + " r=\"XFD1000000\"><v>1</v></c></row>"))
                                .get(0))
                .startsWith("1000000: ")
                .endsWith("=number 1");
        assertThat(rows(XlsxPackage.of(""))).isEmpty();
        assertThat(
                        rows(
                                new XlsxPackage()
                                        .sheet(
                                                "a",
                                                "<worksheet><sheetData/></worksheet>",
                                                "",
                                                "worksheet")))
                .isEmpty();
        assertThat(rows(new XlsxPackage().sheet("a", "<worksheet></worksheet>", "", "worksheet")))
                .isEmpty();
    }

    @Test
    void does_not_read_content_after_the_cells() throws IOException {
        String xml =
                "\uFEFF<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
                    + "<x:worksheet xmlns:x=\"y\"><x:cols><x:col"
                    + " min=\"1\"/></x:cols><x:sheetData>\n"
                    + " <x:row r=\"2\" spans=\"1:2\">\n"
                    + "<x:c r=\"B2\"><x:v>7</x:v></x:c></x:row></x:sheetData><x:row><x:c><x:v>8</x:v></x:c></x:row></x:worksheet>";
        assertThat(rows(new XlsxPackage().sheet("a", xml, "", "worksheet")))
                .containsExactly("2: B=number 7");
    }

    @Test
    void reads_strict_workbooks() throws IOException {
        XlsxPackage made =
                new XlsxPackage()
                        .strict()
                        .properties("date1904=\"true\"")
                        .rows("Stock", "<row><c t=\"s\"><v>0</v></c><c><v>0</v></c></row>")
                        .texts("<si><t>strict</t></si>")
                        .styles("", 14);
        assertThat(rows(made)).containsExactly("1: A=strict | B=date 1904-01-01");
    }

    @Test
    void works_without_styles_and_shared_texts() throws IOException {
        XlsxPackage made = XlsxPackage.of("<row><c s=\"3\"><v>45352</v></c></row>");
        assertThat(rows(made)).containsExactly("1: A=number 45352");
    }

    @Test
    void lists_worksheets_with_their_visibility() throws IOException {
        String row = "<row><c t=\"str\"><v>%s</v></c></row>";
        XlsxPackage made =
                new XlsxPackage()
                        .sheet("Chart", "<chartsheet/>", "", "chartsheet")
                        .rows("one", row.formatted("1"), "state=\"hidden\"")
                        .rows("two", row.formatted("2"), "state=\"veryHidden\"")
                        .sheet("Old", "<dialogsheet/>", "", "dialogsheet")
                        .rows("three &amp; more", row.formatted("3"), "state=\"visible\"")
                        .rows("four", row.formatted("4"));
        try (SheetBook book = new XlsxBook(made.write(folder.resolve("a.xlsx"))).read()) {
            assertThat(SheetText.tabs(book))
                    .containsExactly("one false", "two false", "three & more true", "four true");
            for (int tab = 3; tab >= 0; tab--) {
                assertThat(SheetText.of(book, tab)).containsExactly("1: A=" + (tab + 1));
            }
        }
    }

    @Test
    void reads_texts_and_tags_across_buffer_boundaries() throws IOException {
        String rows =
                IntStream.rangeClosed(1, 3000)
                        .mapToObj(
                                i ->
                                        "<row r=\"%d\"><!-- %s --><c r=\"A%d\" t=\"str\"><v>黑色 &amp; %d</v></c><c><v>%d</v></c></row>"
                                                .formatted(i, "-".repeat(i % 50) + "x", i, i, i))
                        .collect(Collectors.joining());
        List<String> read = rows(XlsxPackage.of(rows));
        assertThat(read).hasSize(3000);
        for (int i = 1; i <= 3000; i++) {
            assertThat(read.get(i - 1)).isEqualTo("%d: A=黑色 & %d | B=number %d".formatted(i, i, i));
        }
    }

    private List<String> rows(XlsxPackage made) throws IOException {
        return rows(made.parts());
    }

    private List<String> rows(Map<String, byte[]> parts) throws IOException {
        return SheetText.ofXlsx(folder, parts);
    }
}
