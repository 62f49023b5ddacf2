package dev.stockload.sheet.xlsx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Rounds;
import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

class PlainCellTest {
    private static final int SHEETS = Rounds.of(100);
    private static final String BEHIND = " ".repeat(136);

    private final Random random = new Random(17);
    @TempDir Path folder;

    @Test
    void reads_a_cell_in_the_usual_form_in_one_step() {
        PlainCell cell = new PlainCell();
        byte[] bytes = bytes("<c r=\"BC12\" s=\"3\" t=\"s\"><v>345</v></c>");

        assertThat(cell.read(bytes, 0, bytes.length, 12)).isEqualTo(bytes.length - BEHIND.length());
        assertThat(cell.column).isEqualTo(54);
        assertThat(cell.style).isEqualTo(3);
        assertThat(cell.isShared).isTrue();
        assertThat(cell.value).isEqualTo(345);
        byte[] next = bytes("<c r=\"A12\"><v>6901230000000.0</v></c>");
        assertThat(cell.read(next, 0, next.length, 12)).isPositive();
        assertThat(cell.column).isZero();
        assertThat(cell.style).isZero();
        assertThat(cell.isShared).isFalse();
        assertThat(cell.value).isEqualTo(6_901_230_000_000L);
    }

    @Test
    void reads_a_short_inline_text_in_one_step() {
        PlainCell cell = new PlainCell();
        for (String start : List.of("<is><t>", "<is><t xml:space=\"preserve\">")) {
            String before = "<c r=\"B12\" s=\"3\" t=\"inlineStr\">" + start;
            byte[] bytes = bytes(before + "Light blue</t></is></c>");
            assertThat(cell.read(bytes, 0, bytes.length, 12))
                    .isEqualTo(bytes.length - BEHIND.length());
            assertThat(cell.isInline).isTrue();
            assertThat(cell.textStart).isEqualTo(before.length());
            assertThat(cell.textEnd).isEqualTo(before.length() + 10);
        }
        byte[] next = bytes("<c r=\"A12\"><v>1</v></c>");
        assertThat(cell.read(next, 0, next.length, 12)).isPositive();
        assertThat(cell.isInline).isFalse();
    }

    @Test
    void leaves_other_cells_to_the_general_parser() {
        PlainCell cell = new PlainCell();
        for (String other :
                List.of(
                        "<c r=\"A13\"><v>1</v></c>",
                        "<c r=\"A12\"><v>1.5</v></c>",
                        "<c r=\"A12\"><v>-1</v></c>",
                        "<c r=\"A12\"><v>1234567890123456</v></c>",
                        "<c r=\"A12\"><v></v></c>",
                        "<c r=\"A12\" t=\"b\"><v>1</v></c>",
                        "<c r=\"A12\" s=\"\"><v>1</v></c>",
                        "<c r=\"A12\"><f>1</f><v>1</v></c>",
                        "<c r=\"A12\"><v>1</v></d>",
                        "<c r=\"A12\" t=\"inlineStr\"><is><t>a&amp;b</t></is></c>",
                        "<c r=\"A12\" t=\"inlineStr\"><is><t>\t</t></is></c>",
                        "<c r=\"A12\" t=\"inlineStr\"><is><r><t>a</t></r></is></c>",
                        "<c r=\"A12\" t=\"inlineStr\"><is><t>a</t></is></d>",
                        "<c r=\"A12\" t=\"inlineStr\"><v>1</v></c>",
                        "<row r=\"12\">")) {
            byte[] bytes = bytes(other);
            assertThat(cell.read(bytes, 0, bytes.length, 12)).as(other).isEqualTo(PlainCell.NONE);
        }
        byte[] cut = bytes("<c r=\"A12\"><v>1</v></c>");
        assertThat(cell.read(cut, 0, 40, 12)).isEqualTo(PlainCell.NONE);
    }

    @Test
    void passes_from_a_row_to_the_next_one_with_the_same_attributes_in_one_step() {
        PlainCell cell = new PlainCell();
        byte[] start = bytes("<row r=\"9\" spans=\"1:5\">");
        cell.keepRow(start, 0, start.length - BEHIND.length());

        byte[] next = bytes("</row><row r=\"10\" spans=\"1:5\">");
        assertThat(cell.readNextRow(next, 0, next.length, 10))
                .isEqualTo(next.length - BEHIND.length());
        for (String other :
                List.of(
                        "</row><row r=\"11\" spans=\"1:5\">",
                        "</row><row r=\"1\" spans=\"1:5\">",
                        "</row><row r=\"100\" spans=\"1:5\">",
                        "</row><row r=\"10\" spans=\"1:6\">",
                        "</row><row r=\"10\" spans=\"1:5\"/>",
                        "</row><row r=\"10\">",
                        "</row> <row r=\"10\" spans=\"1:5\">",
                        "</row><col r=\"10\" spans=\"1:5\">")) {
            byte[] bytes = bytes(other);
            assertThat(cell.readNextRow(bytes, 0, bytes.length, 10))
                    .as(other)
                    .isEqualTo(PlainCell.NONE);
        }
        assertThat(cell.readNextRow(next, 0, next.length - BEHIND.length() - 1, 10))
                .isEqualTo(PlainCell.NONE);
        byte[] unlike = bytes("<row spans=\"1:5\" r=\"9\">");
        cell.keepRow(unlike, 0, unlike.length - BEHIND.length());
        assertThat(cell.readNextRow(next, 0, next.length, 10)).isEqualTo(PlainCell.NONE);
    }

    @Test
    void rows_beyond_seven_digits_are_left_to_the_general_parser() {
        PlainCell cell = new PlainCell();
        byte[] bytes = bytes("<c r=\"A2345678\"><v>1</v></c>");
        assertThat(cell.read(bytes, 0, bytes.length, 2_345_678)).isPositive();
        assertThat(cell.read(bytes, 0, bytes.length, 12_345_678)).isEqualTo(PlainCell.NONE);
    }

    /** A space at the end of a tag only changes which parser reads the cell or the row. */
    @Test
    void both_parsers_read_the_same_cells() throws IOException {
        int read = 0;
        for (int i = 0; i < SHEETS; i++) {
            String rows = rows();
            String general = rows.replaceAll("(<c [^>]*)>", "$1 >").replace("</row>", "</row >");
            String plain = outcome(rows);
            assertThat(plain).as(rows).isEqualTo(outcome(general));
            read += plain.startsWith("[") ? 1 : 0;
        }
        assertThat(read).as("sheets that are not damaged").isBetween(SHEETS / 8, SHEETS * 4 / 5);
    }

    private static byte[] bytes(String cell) {
        return (cell + BEHIND).getBytes(StandardCharsets.US_ASCII);
    }

    private String outcome(String rows) throws IOException {
        try {
            XlsxPackage made = XlsxPackage.of(rows);
            made.texts("<si><t>Blue</t></si><si><t> Red </t></si><si><t/></si>");
            made.styles("<numFmt numFmtId=\"60\" formatCode=\"000000\"/>", 0, 14, 60);
            Path file = Files.write(folder.resolve("made.xlsx"), XlsxPackage.zip(made.parts()));
            try (SheetBook book = new XlsxBook(file).read();
                    RowSource source = book.tabs().get(0).rows().get()) {
                return SheetText.of(source) + " " + source.warnings(List.of());
            }
        } catch (UnusableSheetException e) {
            return e.getMessage();
        }
    }

    private String rows() {
        StringBuilder xml = new StringBuilder();
        String attributes = any("", " spans=\"1:5\"", " hidden=\"1\"", " ht=\"15\"");
        for (int row = 1; row <= 12; row++) {
            String usual = "<row r=\"%d\"%s>".formatted(row, often(attributes, "", " ht=\"0\""));
            xml.append(often(usual, "<row>", "<row r=\"9\">", usual + "</row>" + usual));
            for (char column = 'A'; column < 'F'; column++) {
                xml.append(often(String.valueOf(cell(column, row)), ""));
            }
            xml.append("</row>");
        }
        return xml.toString();
    }

    private String cell(char column, int row) {
        String place =
                often("" + column + row, "" + column, "" + row, "a" + row, "XFE" + row, "A99");
        return often(" r=\"" + place + "\"", " r=\"\"", "")
                .concat(any(" s=\"1\"", " s=\"2\"", " s=\"02\"", " s=\"9\"", ""))
                .concat(often("", " t=\"s\"", " t=\"s\"", " t=\"n\"", " t=\"str\"", " t=\"b\""))
                .replaceFirst("^", "<c")
                .replaceFirst("^<c$", "<c x=\"\"")
                .concat(random.nextBoolean() ? value() : inline());
    }

    private String value() {
        return "><v>"
                + any("0", "1", "2", "3", "001", "45000", "1.0", "2.50", "123456789012345.0")
                + often("</v></c>", "</v> </c>", "</v><!-- --></c>");
    }

    private String inline() {
        return often(" t=\"inlineStr\"", "", " t=\"inlinestr\"")
                + often("><is><t", "><is> <t", "><is><t/><t")
                + any("", " xml:space=\"preserve\"", " xml:space=\"default\"")
                + ">"
                + any("", "0", "07", "1001", "Blue", " Red ", "a&amp;b", "gr\u00fcn", "_x0041_")
                + any("", "", "1.5", "x  y", "9876543210", "z".repeat(60))
                + often("</t></is></c>", "</t> </is></c>", "</t></is> </c>");
    }

    private String any(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** The first one, except in one of forty cases. */
    private String often(String usual, String... others) {
        return random.nextInt(40) > 0 ? usual : any(others);
    }
}
