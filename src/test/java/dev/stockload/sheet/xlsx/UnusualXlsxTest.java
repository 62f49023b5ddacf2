package dev.stockload.sheet.xlsx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.problem.Problem;
import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetText;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Workbooks that other programs write in unusual forms. */
class UnusualXlsxTest {
    private static final String SHEET = "xl/sheets/sheet1.xml";

    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '~',
            textBlock =
                    """
                    <row r="1"><c r="b1"><v>5</v></c><c r="$D$1"><v>6</v></c></row> ¦ 1: B=number 5 | D=number 6
                    <row><c r="A5"><v>5</v></c><c><v>6</v></c></row><row><c><v>7</v></c></row> ¦ 5: A=number 5 | B=number 6 // 6: A=number 7
                    <row r="1"><c r="C1"><v>3</v></c><c r="A1" t="str"><v>a</v></c></row> ¦ 1: A=a | C=number 3
                    <row><c><v>5</v><is><t>5</t></is></c></row> ¦ 1: A=number 5
                    <row><c t="inlineStr"><v>5</v><is><t>6</t></is></c></row> ¦ 1: A=6
                    <row><c t="inlineStr"><is><t>6</t></is><v>5</v></c></row> ¦ 1: A=6
                    <row><c><is><t>only</t></is></c></row> ¦ 1: A=only
                    <row><c t="b"><v>true</v></c><c t="b"><v>0</v></c></row> ¦ 1: A=boolean TRUE | B=boolean FALSE
                    <row><c><v>5d</v></c><c><v>NaN</v></c><c><v>5E+2</v></c></row> ¦ 1: A=5d | B=NaN | C=number 500
                    <row><c><f>A9</f></c><c><f>A9</f><v/></c><c><f t="shared" si="0"/></c></row> ¦ 1: A=uncalculated  | B=uncalculated  | C=uncalculated
                    <row><c t="str"><f>A9</f><v></v></c><c><f>A9</f><v>0</v></c></row> ¦ 1: B=number 0
                    <row><c><v>5</v><extLst><ext><x:v>9</x:v><x:f>1</x:f><x:is><x:t>9</x:t></x:is></ext></extLst></c></row> ¦ 1: A=number 5
                    <row><c t="inlineStr"><is><t>a</t></is><extLst><ext><v>9</v></ext></extLst></c><c><extLst/><v>6</v></c></row> ¦ 1: A=a | B=number 6
                    <row><c t="d"><v>2024-03-01T18:30:00+01:00</v></c><c t="d"><v>2024-03-01 18:30</v></c><c t="d"><v>2024-03-01Z</v></c></row> ¦ 1: A=date 2024-03-01 18:30:00 | B=date 2024-03-01 18:30:00 | C=date 2024-03-01
                    <row><c t="d"><v>T12:00:00.000</v></c><c t="d"><v>2024-13-01</v></c><c t="d"><v>red</v></c></row> ¦ 1: A=date 1899-12-31 12:00:00 | B=2024-13-01 | C=red
                    <row><c><v>5</v></c><extLst><ext><row><c><v>7</v></c></row></ext></extLst></row> ¦ 1: A=number 5
                    """)
    void reads_unusual_cells_as_meant(String rows, String read) throws IOException {
        assertThat(String.join(" // ", rows(XlsxPackage.of(rows))).strip()).isEqualTo(read);
    }

    @Test
    void a_0_of_a_formula_to_be_calculated_on_load_is_not_a_result() throws IOException {
        XlsxPackage made =
                XlsxPackage.of(
                                "<row><c><f>B9</f><v>0</v></c><c><f>B9</f><v>7</v></c><c><v>0</v></c><c"
                                    + " t=\"str\"><f>B9</f><v></v></c></row>")
                        .calculation("calcId=\"124519\" fullCalcOnLoad=\"1\"");
        assertThat(rows(made))
                .containsExactly("1: A=uncalculated  | B=number 7 | C=number 0 | D=uncalculated ");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    &quot;S-&quot;0000        | number 45352
                    0\\ \\d                   | number 45352
                    [Red]0                    | number 45352
                    [&gt;9]0.0E+00            | number 45352
                    General                   | number 45352
                    [Red][&lt;-25]General;[Blue]General | number 45352
                    General&quot; Stück&quot;  | number 45352
                    #,##0 &quot;days&quot;    | number 45352
                    _-* #,##0.00\\ [$€-407]_- | number 45352
                    0 Stk                     | number 45352
                    @                         | number 45352
                    yyyy-mm-dd                | date 2024-03-01
                    [$-F800]dddd\\, mmmm      | date 2024-03-01
                    [h]:mm                    | date 2024-03-01
                    mm:ss.0                   | date 2024-03-01
                    d.m.;@                    | date 2024-03-01
                    000000                    | number 045352
                    000000;@                  | number 045352
                    000000;-000000;&quot;none&quot; | number 045352
                    [$-407]000000             | number 045352
                    [Blue][$-804]000000_)     | number 045352
                    000000_);[Red]\\(000000\\) | number 045352
                    * 000000                  | number 045352
                    [$-en-US]000000           | number 045352
                    [$-zh-Hans-CN,300]000000  | number 045352
                    000000\\ ;&quot;&quot;    | number 045352
                    &quot;&quot;000000&quot; &quot; | number 045352
                    ##000000                  | number 045352
                    #,000000                  | number 45352
                    000-000                   | number 45352
                    [&gt;9]000000             | number 45352
                    [DBNum1]000000            | number 45352
                    [$€-407]000000            | number 45352
                    000000%                   | number 45352
                    000000&quot; Stk&quot;    | number 45352
                    """)
    void only_letters_for_dates_make_a_date_format(String code, String read) throws IOException {
        XlsxPackage made =
                XlsxPackage.of("<row><c s=\"1\"><v>45352</v></c></row>")
                        .styles(
                                "<numFmt numFmtId=\"164\" formatCode=\"%s\"/>".formatted(code),
                                0,
                                164);
        assertThat(rows(made)).containsExactly("1: A=" + read);
    }

    @ParameterizedTest
    @ValueSource(ints = {27, 36, 50, 58})
    void an_east_asian_format_id_is_a_date_unless_the_workbook_redefines_it(int id)
            throws IOException {
        String row = "<row><c s=\"0\"><v>45352</v></c></row>";
        assertThat(rows(XlsxPackage.of(row).styles("", id)))
                .containsExactly("1: A=date 2024-03-01");
        String own = "<numFmt numFmtId=\"%d\" formatCode=\"0.0\"/>".formatted(id);
        assertThat(rows(XlsxPackage.of(row).styles(own, id))).containsExactly("1: A=number 45352");
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-16, UTF-16",
        "UTF-16LE, UTF-16",
        "UTF-16BE, utf-16",
        "UTF-8, utf-16",
        "UTF-8, us-ascii"
    })
    void uses_the_encoding_of_a_part(Charset charset, String declared) throws IOException {
        Map<String, byte[]> parts =
                XlsxPackage.of("<row><c t=\"str\"><v>grün</v></c><c t=\"s\"><v>0</v></c></row>")
                        .texts("<si><t>weiß</t></si>")
                        .parts();
        for (String name : List.of(SHEET, "xl/sharedStrings.xml", "xl/workbook.xml")) {
            String xml = new String(parts.get(name), StandardCharsets.UTF_8);
            String head = "<?xml version=\"1.0\" encoding=\"%s\"?>".formatted(declared);
            parts.put(name, (head + xml).getBytes(charset));
        }
        assertThat(rows(parts)).containsExactly("1: A=grün | B=weiß");
    }

    @Test
    void refuses_a_part_that_is_not_unicode() throws IOException {
        Map<String, byte[]> parts = XlsxPackage.of("<row><c><v>1</v></c></row>").parts();
        String xml = new String(parts.get(SHEET), StandardCharsets.UTF_8);
        String head = "<?xml version=\"1.0\" encoding=\"windows-1252\"?>";
        parts.put(SHEET, (head + xml).getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> rows(parts))
                .hasMessage(
                        "has a sheet in the encoding 'windows-1252', which no workbook is written"
                                + " in; open it in Excel and save it again");
    }

    @Test
    void a_sheet_of_equal_rows_is_not_a_zip_bomb() throws IOException {
        String row =
                "<row><c t=\"inlineStr\"><is><t>the same text</t></is></c><c><v>1</v></c></row>";
        assertThat(rows(XlsxPackage.of(row.repeat(20_000)))).hasSize(20_000);
    }

    @Test
    void unused_missing_parts_do_no_harm() throws IOException {
        Map<String, byte[]> parts =
                XlsxPackage.of("<row><c s=\"1\"><v>1</v></c></row>")
                        .texts("<si/>")
                        .styles("", 0, 14)
                        .parts();
        parts.remove("xl/sharedStrings.xml");
        parts.remove("xl/styles.xml");
        assertThat(rows(parts)).containsExactly("1: A=number 1");
    }

    @Test
    void finds_parts_in_another_case_or_with_backslashes() throws IOException {
        Map<String, byte[]> parts =
                XlsxPackage.of("<row><c t=\"s\"><v>0</v></c></row>")
                        .texts("<si><t>found</t></si>")
                        .parts();
        Map<String, byte[]> renamed = new LinkedHashMap<>();
        parts.forEach((name, bytes) -> renamed.put(name.replace('/', '\\').toLowerCase(), bytes));
        assertThat(rows(renamed)).containsExactly("1: A=found");
        renamed.clear();
        parts.forEach((name, bytes) -> renamed.put(name.toUpperCase(), bytes));
        assertThat(rows(renamed)).containsExactly("1: A=found");
    }

    @Test
    void refuses_two_parts_with_the_same_name_since_readers_differ() throws IOException {
        Map<String, byte[]> parts = XlsxPackage.of("<row><c><v>1</v></c></row>").parts();
        parts.put("XL/Sheets/SHEET1.xml", parts.get(SHEET));
        assertThatThrownBy(() -> rows(parts))
                .hasMessageStartingWith("is damaged: it has two parts named");
    }

    @Test
    void hidden_rows_are_read_and_counted() throws IOException {
        String cell = "<c><v>1</v></c>";
        String rows =
                "<row hidden=\"1\">%1$s</row><row>%1$s</row><row hidden=\"true\">%1$s</row><row hidden=\"1\"/>"
                        .formatted(cell);
        Path file = XlsxPackage.of(rows).write(folder.resolve("a.xlsx"));
        try (SheetBook book = new XlsxBook(file).read();
                RowSource source = book.tabs().get(0).rows().get()) {
            assertThat(SheetText.of(source)).hasSize(3);
            assertThat(source.warnings(List.of()))
                    .extracting(Problem::message)
                    .containsExactly(
                            "2 rows are hidden, the first is row 1, but were read: delete them if"
                                    + " they should not be imported");
        }
    }

    @Test
    void a_wide_sheet_passes_in_small_blocks() throws IOException {
        String cells = "<c><v>1</v></c>".repeat(2000);
        String rows =
                IntStream.range(0, 100)
                        .mapToObj(i -> "<row>" + cells + "</row>")
                        .collect(Collectors.joining());
        Path file = XlsxPackage.of(rows).write(folder.resolve("a.xlsx"));
        try (SheetBook book = new XlsxBook(file).read();
                RowSource source = book.tabs().get(0).rows().get()) {
            RowBlock block = new RowBlock();
            int read = 0;
            boolean more = true;
            while (more) {
                block.clear();
                more = source.fill(block);
                read += block.size();
                assertThat(block.size()).isLessThanOrEqualTo(32);
                assertThat(block.first(block.size())).isEqualTo(block.size() * 2000);
            }
            assertThat(read).isEqualTo(100);
        }
    }

    private List<String> rows(XlsxPackage made) throws IOException {
        return rows(made.parts());
    }

    private List<String> rows(Map<String, byte[]> parts) throws IOException {
        return SheetText.ofXlsx(folder, parts);
    }
}
