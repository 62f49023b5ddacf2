package dev.stockload.sheet.xlsx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Damaged workbooks, and the messages about them. */
class XlsxDamageTest {
    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    <row><c t="s"><v>7</v></c></row>      | is damaged: row 1, column A points to a text that the file does not have
                    <row r="3"/><row r="2"/>              | has its rows out of order from row 2 on; open it in Excel and save it again
                    <row r="3"/><row r="3"/>              | has its rows out of order from row 3 on; open it in Excel and save it again
                    <row><c r="B1"><v>1</v></c><c r="B1"><v>2</v></c></row> | is damaged: row 1, column B has two values; open it in Excel and save it again
                    <row><c><v>1</v><v>2</v></c></row>    | is damaged: row 1, column A has two values; open it in Excel and save it again
                    <row r="4"><c r="B5"><v>1</v></c></row> | is damaged: row 4 has a cell labelled as one of row 5; open it in Excel and save it again
                    <row><c r="B5"/></row><row><c r="B4"/></row> | has its rows out of order from row 4 on; open it in Excel and save it again
                    <row><c r="XFE1"><v>1</v></c></row>   | is damaged: row 1 has a cell beyond the last column that a sheet can have
                    <row><c><v>&euro;</v></c></row>       | is damaged: the sheet in it has the unknown entity &euro;; save it again in the program that made it, or get a new copy
                    <row><c><v>&#xD800;</v></c></row>     | is damaged: the sheet in it has the unknown entity &#xD800;; save it again in the program that made it, or get a new copy
                    <row><c><v>&#x;</v></c></row>         | is damaged: the sheet in it has the unknown entity &#x;; save it again in the program that made it, or get a new copy
                    <row><c><v>1</v <c>                   | is damaged: the sheet in it has a tag that is not one of XML; save it again in the program that made it, or get a new copy
                    <row><row/></row>                     | is damaged: the tags of the sheet in it are not nested as they should be near row 1; get a new copy
                    <row><c r=B1 t="str"><v>1</v></c></row> | is damaged: the sheet in it has a tag that is not one of XML; save it again in the program that made it, or get a new copy
                    <row><c><f>1</g><v>1</v></c></row>    | is damaged: the tags of the sheet in it are not nested as they should be near row 1; get a new copy
                    <row/></row>                          | is damaged: the tags of the sheet in it are not nested as they should be near row 1; get a new copy
                    <row><c><c/></c></row>                | is damaged: the tags of the sheet in it are not nested as they should be near row 1; get a new copy
                    <row><c></row>                        | is damaged: the tags of the sheet in it are not nested as they should be near row 1; get a new copy
                    <row></c></row>                       | is damaged: the tags of the sheet in it are not nested as they should be near row 1; get a new copy
                    <c/>                                  | is damaged: the tags of the sheet in it are not nested as they should be near row 0; get a new copy
                    <row>                                 | is damaged: the tags of the sheet in it are not nested as they should be near row 1; get a new copy
                    <row><!DOCTYPE a>                     | is damaged: the sheet in it has a document type; save it again in the program that made it, or get a new copy
                    <row><!-- never closed                | is damaged: the sheet in it ends in the middle; save it again in the program that made it, or get a new copy
                    """)
    void reports_what_is_damaged(String rows, String message) {
        assertThatThrownBy(() -> rows(XlsxPackage.of(rows)))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessage(message);
    }

    @Test
    @Timeout(20)
    void a_tag_of_a_million_attributes_is_refused_at_once() {
        StringBuilder row = new StringBuilder("<row");
        for (int i = 0; i < 1_000_000; i++) {
            row.append(" a").append(i).append("=\"\"");
        }
        assertThatThrownBy(() -> rows(XlsxPackage.of(row + "/>")))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageStartingWith(
                        "is damaged: the sheet in it has a tag of more than 256 attributes");
    }

    /** Their numbers would fill the memory before the row ends, when two are found in one place. */
    @Test
    void a_row_of_more_cells_than_columns_is_refused_before_it_ends() {
        String row = "<row>" + "<c r=\"A1\"><v>1</v></c>".repeat(200_000) + "<oops";
        assertThatThrownBy(() -> rows(XlsxPackage.of(row)))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageStartingWith("is damaged: a row has more than 16384 cells");
    }

    @Test
    void a_part_that_ends_early_is_damaged() {
        String xml = "<worksheet><sheetData><row r=\"8\"><c><v>1</v></c></row>";
        assertThatThrownBy(() -> rows(new XlsxPackage().sheet("a", xml, "", "worksheet")))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessage("is damaged: the sheet in it ends after row 8; get a new copy");
    }

    @Test
    void reports_bytes_that_are_not_utf_8_as_damage() throws IOException {
        Map<String, byte[]> parts = XlsxPackage.of("<row><c t=\"str\"><v>ñ</v></c></row>").parts();
        String xml = new String(parts.get("xl/sheets/sheet1.xml"), StandardCharsets.UTF_8);
        for (String bad :
                List.of(
                        "\u00F1",
                        "\u00ED\u00A0\u0080",
                        "\u00F4\u0090\u0080\u0080",
                        "\u00C0\u0080")) {
            parts.put(
                    "xl/sheets/sheet1.xml",
                    xml.replace("ñ", bad).getBytes(StandardCharsets.ISO_8859_1));
            assertThatThrownBy(() -> rows(parts))
                    .hasMessageStartingWith(
                            "is damaged: the sheet in it has bytes that are not text");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xl/workbook.xml",
                "xl/_rels/workbook.xml.rels",
                "_rels/.rels",
                "xl/sharedStrings.xml",
                "xl/styles.xml"
            })
    void reports_a_damaged_part(String part) {
        XlsxPackage made = XlsxPackage.of("<row/>").texts("<si/>").styles("", 0);
        Map<String, byte[]> parts = made.parts();
        assertThat(parts).containsKey(part);
        parts.put(part, "<a><b></a>".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> rows(parts))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessage(
                        "is damaged or incomplete and cannot be opened as an Excel workbook; save"
                                + " it again in the program that made it, or get a new copy");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xl/sheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml"})
    void finds_a_flipped_bit_at_any_place(String name) throws IOException {
        XlsxPackage made =
                XlsxPackage.of("<row><c><v>12</v></c></row>").texts("<si><t>12</t></si>");
        byte[] zip = XlsxPackage.stored(made.parts());
        String all = new String(zip, StandardCharsets.ISO_8859_1);
        int part = all.indexOf("PK\3\4");
        while (!all.startsWith(name, part + 30)) {
            part = all.indexOf("PK\3\4", part + 1);
        }
        int at = all.indexOf(name.contains("workbook") ? "Stock" : "12<", part);
        zip[at] ^= 4;
        Path file = Files.write(folder.resolve("a.xlsx"), zip);
        assertThatThrownBy(() -> SheetText.ofXlsx(file))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessage(
                        "is damaged: the checksum of '%s' in it is wrong; get a new copy", name);
    }

    @Test
    void finds_a_flipped_bit_after_the_rows() throws IOException {
        String xml =
                "<worksheet><sheetData><row><c><v>1</v></c></row></sheetData><pageMargins"
                        + " left=\"1\"/></worksheet>";
        byte[] zip = XlsxPackage.stored(new XlsxPackage().sheet("a", xml, "", "worksheet").parts());
        int at = new String(zip, StandardCharsets.ISO_8859_1).indexOf("pageMargins");
        zip[at] ^= 1;
        Path file = Files.write(folder.resolve("a.xlsx"), zip);
        assertThatThrownBy(() -> SheetText.ofXlsx(file))
                .hasMessageStartingWith("is damaged: the checksum of");
    }

    @Test
    void refuses_a_part_that_unpacks_like_a_zip_bomb() throws IOException {
        Path file = folder.resolve("bomb.xlsx");
        Map<String, byte[]> parts = XlsxPackage.of("").parts();
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.setLevel(Deflater.BEST_SPEED);
            for (Map.Entry<String, byte[]> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                if (part.getKey().contains("sheet1")) {
                    zip.write("<worksheet><sheetData>".getBytes(StandardCharsets.UTF_8));
                    for (int i = 0; i < 300; i++) {
                        zip.write(new byte[1 << 20]);
                    }
                } else {
                    zip.write(part.getValue());
                }
            }
        }
        assertThatThrownBy(() -> SheetText.ofXlsx(file)).hasMessageContaining("like a zip bomb");
    }

    @Test
    void a_workbook_of_charts_alone_has_no_worksheet() {
        XlsxPackage made = new XlsxPackage().sheet("Chart", "<chartsheet/>", "", "chartsheet");
        assertThatThrownBy(() -> rows(made)).hasMessage("has no worksheet");
    }

    private List<String> rows(XlsxPackage made) throws IOException {
        return rows(made.parts());
    }

    private List<String> rows(Map<String, byte[]> parts) throws IOException {
        return SheetText.ofXlsx(folder, parts);
    }
}
