package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sheet.RejectsFile;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetOptions.SheetChoice;
import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.HeaderOptions;

import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellType;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.ss.usermodel.WorkbookFactory;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rejects files, written from checked sheets. */
class RejectsFileTest {
    @TempDir Path folder;

    // ---- CSV

    @Test
    void the_rejects_file_of_a_csv_file_is_csv_with_rejected_and_held_rows() throws IOException {
        Path file =
                csv(
                        "Stock of today",
                        "pid;colour;size;stock;note",
                        "7;red;36;1;\"a; b\"",
                        "8;red;36;2;ok",
                        "7;red;XL;-3;\"say \"\"no\"\"\"");
        Path rejects = rejects(file);
        assertThat(rejects).hasFileName("rejected.csv");
        assertThat(rejects)
                .hasContent(
                        "\uFEFF"
                                + """
                                pid;colour;size;stock;note;Row;Problem
                                7;red;36;1;"a; b";3;colour: 'red' is good, but held because row 5 of the same product and colour has a problem: a colour is sent whole
                                7;red;XL;-3;"say ""no""\";5;"size: 'XL' is not a size: letters are not accepted, only whole numbers like 36 and ranges like 36-40; stock: '-3' is below 0: type 0 if none is left"
                                """);
    }

    @Test
    void a_corrected_csv_file_imports_as_it_is() throws IOException {
        Path rejects =
                rejects(csv("pid,colour,size,stock", "7,rot,36,1", "7,rot,XL,2", "8,b,36,x"));
        Path corrected = folder.resolve("corrected.csv");
        Files.writeString(
                corrected, Files.readString(rejects).replace(",XL,", ",38,").replace(",x,", ",9,"));
        CheckedSheet sheet = Sheets.read(corrected);
        assertThat(Sheets.messages(sheet)).isEmpty();
        assertThat(Sheets.colours(sheet))
                .containsExactly(
                        "7 rot READY [36:1, 38:2] rows [2, 3]", "8 b READY [36:9] rows [4]");
    }

    @Test
    void checking_a_rejects_file_again_replaces_its_notes() throws IOException {
        Path first = rejects(csv("pid,colour,size,stock", "9,a,36,1", "7,red,XL,2,extra"));
        Path again = rejects(Files.copy(first, folder.resolve("again.csv")));
        assertThat(Files.readAllLines(again).get(0)).endsWith("pid,colour,size,stock,Row,Problem");
        assertThat(Files.readAllLines(again).get(1)).startsWith("7,red,XL,2,2,").endsWith(",extra");
        assertThat(Sheets.problems(Sheets.read(again)))
                .isEqualTo(Sheets.problems(Sheets.read(first)))
                .containsExactly("2  row.long", "2 size size.format");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "=HYPERLINK(\"http://a\",\"b\")",
                "+cmd|' /C calc'!A0",
                "-1+2",
                "@SUM(A1)",
                "\t=1",
                "-a",
                "'quoted'",
                "''=1",
                "a=b",
                " =1",
                "\n=1",
                "＝1+1",
                "＠SUM(A1)",
                "\"a",
                "-1.1.1.1"
            })
    void escapes_formulas_in_csv_and_reads_them_back(String text) throws IOException {
        Path file =
                csv("pid,colour,size,stock,note", "7,\"" + text.replace("\"", "\"\"") + "\",x,1");
        Path rejects = rejects(file);
        String line = Files.readString(rejects).split("\n", 2)[1];
        assertThat(line).doesNotStartWith("7,=").doesNotStartWith("7,@").doesNotStartWith("7,+");
        assertThat(line).doesNotContainPattern("^7,\"?\\s*[=@+\t＝＠-]");
        assertThat(Sheets.colours(Sheets.read(rejects)))
                .isEqualTo(Sheets.colours(Sheets.read(file)))
                .hasSize(text.strip().startsWith("=") ? 0 : 1);
        assertThat(Sheets.messages(Sheets.read(rejects)))
                .isEqualTo(Sheets.messages(Sheets.read(file)));
    }

    @Test
    void a_long_chain_of_numbers_is_written_too() throws IOException {
        Path file = csv("pid,colour,size,stock", "7,-" + "1.".repeat(16_000) + ",x,1");
        assertThat(Files.readString(rejects(file))).contains(",'-1.1.1.");
    }

    @Test
    void plain_numbers_stay_plain() throws IOException {
        Path file = csv("pid,colour,size,stock,a,b", "7,red,36,-5,+3,\"-2,5\"");
        assertThat(Files.readString(rejects(file))).contains("7,red,36,-5,+3,\"-2,5\",2,");
    }

    @Test
    void the_rejects_file_is_utf_8_with_a_mark() throws IOException {
        Path file = folder.resolve("gb.csv");
        Files.write(file, "货号\t颜色\t尺码\t库存\nA1\t黑色\t大\t5\n".getBytes(Charset.forName("GB18030")));
        Path rejects = rejects(file);
        assertThat(Files.readString(rejects)).startsWith("\uFEFF货号\t颜色\t尺码\t库存\tRow\tProblem\r\n");
        assertThat(Sheets.colours(Sheets.read(rejects)))
                .isEqualTo(Sheets.colours(Sheets.read(file)));
    }

    // ---- workbooks

    @Test
    void the_rejects_file_of_a_workbook_is_a_workbook_with_the_same_cells() throws IOException {
        Path rejects = rejects(workbook());
        assertThat(rejects).hasFileName("rejected.xlsx");
        try (InputStream in = Files.newInputStream(rejects);
                XSSFWorkbook book = new XSSFWorkbook(in)) {
            XSSFSheet sheet = book.getSheetAt(0);
            assertThat(sheet.getPhysicalNumberOfRows()).isEqualTo(3);
            assertThat(texts(sheet.getRow(0)))
                    .containsExactly(
                            "=item no", "pid", "colour", "size", "stock", "ean", "Row", "Problem");
            Row row = sheet.getRow(1);
            assertThat(texts(row).subList(0, 7))
                    .containsExactly("=1+1", "7.0", "red", "36.0", "2.6", "123.0", "2.0");
            assertThat(row.getCell(1).getCellType()).isEqualTo(CellType.NUMERIC);
            assertThat(row.getCell(0).getCellType()).isEqualTo(CellType.STRING);
            assertThat(row.getCell(0).getCellStyle().getQuotePrefixed()).isTrue();
            assertThat(sheet.getRow(0).getCell(0).getCellStyle().getQuotePrefixed()).isTrue();
            assertThat(row.getCell(2).getCellStyle().getQuotePrefixed()).isFalse();
            assertThat(row.getCell(5).getCellStyle().getDataFormatString()).isEqualTo("000000");
            assertThat(row.getCell(7).getStringCellValue())
                    .isEqualTo(
                            "stock: '2.6' has a fraction, but only whole pieces can be in stock:"
                                    + " type a whole number");
            Row other = sheet.getRow(2);
            assertThat(other.getCell(2).getBooleanCellValue()).isTrue();
            assertThat(other.getCell(3).getLocalDateTimeCellValue())
                    .hasToString("2024-12-10T00:00");
            assertThat(other.getCell(4).getErrorCellValue()).isEqualTo((byte) 23);
            assertThat(other.getCell(5).getNumericCellValue()).isEqualTo(4006381333931.0);
            assertThat(other.getCell(6).getNumericCellValue()).isEqualTo(4);
        }
    }

    @Test
    void checking_its_workbook_again_finds_the_same_problems_and_replaces_the_notes()
            throws IOException {
        Path first = rejects(workbook());
        Path again = rejects(Files.copy(first, folder.resolve("again.xlsx")));
        try (InputStream in = Files.newInputStream(again);
                XSSFWorkbook book = new XSSFWorkbook(in)) {
            assertThat(texts(book.getSheetAt(0).getRow(0)))
                    .hasSize(8)
                    .endsWith("ean", "Row", "Problem");
            assertThat(texts(book.getSheetAt(0).getRow(2))).hasSize(7);
            assertThat(book.getSheetAt(0).getRow(2).getCell(6).getNumericCellValue()).isEqualTo(3);
        }
        assertThat(Sheets.problems(Sheets.read(again)))
                .isEqualTo(Sheets.problems(Sheets.read(first)))
                .hasSize(5);
    }

    @Test
    void what_a_number_format_showed_is_a_problem_again_until_a_person_types_it()
            throws IOException {
        Path file = formatted();
        Path rejects = rejects(file);
        assertThat(places(Sheets.read(rejects)))
                .isEqualTo(places(Sheets.read(file)))
                .containsExactly(
                        "2 artNo", "3 colour", "4 size", "5 stock", "6 ean", "7 artNo", "7 size");
        Path again = rejects(Files.copy(rejects, folder.resolve("again.xlsx")));
        assertThat(places(Sheets.read(again))).isEqualTo(places(Sheets.read(file)));
        Path corrected = folder.resolve("corrected.xlsx");
        try (InputStream in = Files.newInputStream(rejects);
                XSSFWorkbook book = new XSSFWorkbook(in);
                OutputStream out = Files.newOutputStream(corrected)) {
            XSSFSheet sheet = book.getSheetAt(0);
            sheet.getRow(1).createCell(0).setCellValue("C012");
            sheet.getRow(4).getCell(3).setCellValue(60);
            sheet.getRow(6).createCell(0).setCellValue("B");
            sheet.getRow(6).getCell(2).setCellValue(36);
            assertThat(sheet.getRow(6).getCell(5).getNumericCellValue()).isEqualTo(5);
            book.write(out);
        }
        assertThat(places(Sheets.read(corrected))).containsExactly("3 colour", "4 size", "6 ean");
        assertThat(Sheets.colours(Sheets.read(corrected)))
                .contains(
                        "C012 a READY [36:5/690] rows [2]",
                        "A d READY [36:60/690] rows [5]",
                        "B f READY [36:5/690] rows [7]");
    }

    /**
     * A format that adds something in each field; the pieces of row 7 and the note are harmless.
     */
    private Path formatted() throws IOException {
        String number = "<c s=\"%d\"><v>%d</v></c>";
        String pieces = number.formatted(6, 5);
        String rows =
                XlsxPackage.row("artNo", "colour", "size", "stock", "ean", "note")
                        + row(number.formatted(1, 12), "a", "36", "5", "690")
                        + row("A", number.formatted(2, 12), "36", "5", "690")
                        + row("A", "c", number.formatted(3, 36), "5", "690")
                        + row("A", "d", "36", number.formatted(4, 5), "690")
                        + row("A", "e", "36", "5", number.formatted(5, 400638133393L))
                        + row("", "f", number.formatted(3, 36), pieces, "690", pieces);
        String[] codes = {
            "&quot;C&quot;000",
            "\\#0",
            "# \u00BD",
            "0&quot; dz&quot;",
            "0-00000-00000-0",
            "0&quot; pcs&quot;"
        };
        StringBuilder formats = new StringBuilder();
        for (int i = 0; i < codes.length; i++) {
            formats.append(
                    "<numFmt numFmtId=\"%d\" formatCode=\"%s\"/>".formatted(170 + i, codes[i]));
        }
        return XlsxPackage.of(rows)
                .styles(formats.toString(), 0, 170, 171, 172, 173, 174, 175)
                .write(folder.resolve("formatted.xlsx"));
    }

    /** A row of texts and of cells in XML. */
    private static String row(String... cells) {
        StringBuilder row = new StringBuilder("<row>");
        for (String cell : cells) {
            row.append(cell.startsWith("<") ? cell : "<c t=\"str\"><v>" + cell + "</v></c>");
        }
        return row + "</row>";
    }

    private static List<String> places(CheckedSheet sheet) {
        List<String> places = new ArrayList<>();
        sheet.problems().forEach(problem -> places.add(problem.row() + " " + problem.column()));
        return places;
    }

    @Test
    void a_corrected_workbook_imports_as_it_is() throws IOException {
        Path corrected = folder.resolve("corrected.xlsx");
        try (InputStream in = Files.newInputStream(rejects(workbook()));
                XSSFWorkbook book = new XSSFWorkbook(in);
                OutputStream out = Files.newOutputStream(corrected)) {
            XSSFSheet sheet = book.getSheetAt(0);
            sheet.getRow(1).getCell(4).setCellValue(3);
            sheet.getRow(2).getCell(1).setCellValue(8);
            sheet.getRow(2).getCell(2).setCellValue("blue");
            sheet.getRow(2).getCell(3).setCellValue("10-12");
            sheet.getRow(2).getCell(4).setCellValue(1);
            book.write(out);
        }
        CheckedSheet sheet = Sheets.read(corrected);
        assertThat(Sheets.messages(sheet)).isEmpty();
        assertThat(Sheets.colours(sheet))
                .containsExactly(
                        "7 red READY [36:3/000123] rows [2]",
                        "8 blue READY [10-12:1/4006381333931] rows [3]");
    }

    @Test
    void values_filled_down_are_written_out() throws IOException {
        String header = XlsxPackage.row("pid", "colour", "36", "37");
        Path file =
                XlsxPackage.of(
                                header
                                        + XlsxPackage.row("7", "red", "1", "2")
                                        + XlsxPackage.row("", "blue", "few", "3"))
                        .write(folder.resolve("matrix.xlsx"));
        SheetOptions options =
                new SheetOptions(null, null, null, null, Set.of(HeaderField.PRODUCT), Set.of());
        CheckedSheet checked = CheckedSheet.read(file, options, rows -> {});
        Path rejects =
                RejectsFile.write(file, options, false, checked.problems(), folder.resolve("out"));
        assertThat(Sheets.messages(Sheets.read(rejects)))
                .containsExactly(
                        "row 2, column 36: 'few' is not a whole number: type the number of pieces,"
                                + " 0 if none is left");
        assertThat(Sheets.colours(Sheets.read(rejects)))
                .containsExactly("7 blue REJECTED [] rows []");
    }

    @Test
    void columns_that_a_person_named_say_in_brackets_what_they_are() throws IOException {
        Path file = csv("Fason,Odcien,Size,Stock,On hand", "A1,red,x,100,1", "A2,red,36,100,2");
        SheetOptions options =
                new SheetOptions(
                        null,
                        HeaderOptions.named(
                                Map.of(
                                        HeaderField.ITEM, "Fason",
                                        HeaderField.COLOUR, "Odcien",
                                        HeaderField.STOCK, "On hand")),
                        null,
                        null,
                        Set.of(),
                        Set.of());
        CheckedSheet checked = CheckedSheet.read(file, options, rows -> {});
        Path rejects =
                RejectsFile.write(file, options, false, checked.problems(), folder.resolve("out"));
        assertThat(Files.readAllLines(rejects).get(0))
                .isEqualTo(
                        "\uFEFFFason (item number),Odcien (colour),Size,Stock,On hand"
                                + " (stock),Row,Problem");
        for (SheetOptions each : List.of(SheetOptions.none(), options)) {
            CheckedSheet again = CheckedSheet.read(rejects, each, rows -> {});
            assertThat(Sheets.messages(again)).singleElement().asString().contains("'x' is not");
            assertThat(again.header().name(HeaderField.STOCK)).isEqualTo("On hand (stock)");
            Path twice =
                    RejectsFile.write(
                            rejects, each, false, again.problems(), folder.resolve("twice"));
            assertThat(Files.readAllLines(twice).get(0))
                    .isEqualTo(Files.readAllLines(rejects).get(0));
        }
    }

    @Test
    void detects_that_it_would_replace_the_sheet_itself() throws IOException {
        Path file = csv("pid,colour,size,stock", "7,red,x,1");
        Path rejects = rejects(file);
        assertThat(RejectsFile.wouldReplace(file, rejects.getParent())).isFalse();
        assertThat(RejectsFile.wouldReplace(rejects, rejects.getParent())).isTrue();
        assertThat(RejectsFile.wouldReplace(rejects, folder.resolve("nowhere"))).isFalse();
    }

    @Test
    void rows_of_joined_sheets_name_their_sheet_and_can_be_imported_again() throws IOException {
        Path file = folder.resolve("two.xlsx");
        KnownSheet.book(
                        "two sheets",
                        book -> {
                            String header = "pid|colour|size|stock";
                            KnownSheet.fill(book.createSheet("A"), header, "7|red|x|1", "7|a|36|1");
                            KnownSheet.fill(book.createSheet("B"), header, "8|red|y|1");
                        })
                .write(file);
        SheetOptions all = new SheetOptions(SheetChoice.ALL, null, null, null, Set.of(), Set.of());
        CheckedSheet sheet = CheckedSheet.read(file, all, rows -> {});
        Path rejects = RejectsFile.write(file, all, false, sheet.problems(), folder.resolve("out"));
        assertThat(Sheets.messages(Sheets.read(rejects)))
                .extracting(message -> message.split(":")[0])
                .containsExactly("row 2, column size", "row 3, column size");
        try (Workbook book = WorkbookFactory.create(rejects.toFile())) {
            assertThat(book.getSheetAt(0).getRow(1).getCell(4)).hasToString("row 2 of sheet 'A'");
            assertThat(book.getSheetAt(0).getRow(2).getCell(4)).hasToString("row 2 of sheet 'B'");
        }
    }

    @Test
    void leaves_no_partial_file() throws IOException {
        Path rejects = rejects(workbook());
        try (var files = Files.list(rejects.getParent())) {
            assertThat(files).containsExactly(rejects);
        }
    }

    /** The item number and a header start like formulas; rows 2 and 4 have problems. */
    private Path workbook() throws IOException {
        String header = XlsxPackage.row("=item no", "pid", "colour", "size", "stock", "ean");
        String first =
                "<row><c t=\"str\"><v>=1+1</v></c><c><v>7</v></c><c"
                        + " t=\"str\"><v>red</v></c><c><v>36</v></c><c s=\"0\"><v>2.6</v></c><c"
                        + " s=\"2\"><v>123</v></c></row>";
        String good = XlsxPackage.row("x", "9", "green", "36", "1", "5");
        String second =
                "<row><c r=\"B4\"><v>0.5</v></c><c t=\"b\"><v>1</v></c><c s=\"1\"><v>45636</v></c>"
                        + "<c t=\"e\"><v>#REF!</v></c><c><v>4006381333931</v></c></row>";
        return XlsxPackage.of(header + first + good + second)
                .styles("<numFmt numFmtId=\"164\" formatCode=\"000000\"/>", 0, 14, 164)
                .write(folder.resolve("stock.xlsx"));
    }

    private static List<String> texts(Row row) {
        List<String> texts = new ArrayList<>();
        for (Cell cell : row) {
            texts.add(cell.toString());
        }
        return texts;
    }

    private Path csv(String... lines) throws IOException {
        return Files.writeString(folder.resolve("sheet.csv"), String.join("\n", lines) + "\n");
    }

    private Path rejects(Path file) throws IOException {
        Path target = Files.createTempDirectory(folder, "out");
        return RejectsFile.write(
                file, SheetOptions.none(), false, Sheets.read(file).problems(), target);
    }
}
