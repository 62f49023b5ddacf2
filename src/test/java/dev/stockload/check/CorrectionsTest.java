package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.RejectsFile;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.HeaderOptions;

import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** People say how the texts of cells are read. */
class CorrectionsTest {
    private static final String LONG = "pid,colour,size,stock";

    @TempDir Path folder;

    @Test
    void texts_are_read_as_a_person_said_and_counted() throws IOException {
        CheckedSheet sheet =
                read(
                        Map.of(
                                HeaderField.SIZE, Map.of("XL", "44", "XS", "34"),
                                HeaderField.COLOUR, Map.of("BLK", "Black"),
                                HeaderField.STOCK, Map.of("in stock", "5")),
                        LONG,
                        "7,BLK,XL,in stock",
                        "7,BLK,43,2",
                        "7,blk,43,2");
        assertThat(Sheets.colours(sheet))
                .containsExactly(
                        "7 Black READY [43:2, 44:5] rows [2, 3]", "7 blk READY [43:2] rows [4]");
        assertThat(told(sheet))
                .containsExactly(
                        "The colour 'BLK' was read as 'Black' in 2 cells",
                        "The size 'XL' was read as '44' in 1 cell",
                        "The stock 'in stock' was read as '5' in 1 cell",
                        "1 correction was not needed: size 'XS'");
    }

    @Test
    void a_size_is_a_header_of_a_matrix_and_a_stock_a_cell_of_it() throws IOException {
        CheckedSheet sheet =
                read(
                        Map.of(
                                HeaderField.SIZE, Map.of("XL", "44"),
                                HeaderField.STOCK, Map.of("few", "1")),
                        "pid,colour,42,XL",
                        "7,red,few,3");
        assertThat(Sheets.colours(sheet)).containsExactly("7 red READY [42:1, 44:3] rows [2]");
    }

    @Test
    void a_bad_value_is_a_problem_again() throws IOException {
        CheckedSheet sheet =
                read(Map.of(HeaderField.SIZE, Map.of("XL", "huge")), LONG, "7,red,XL,1");
        assertThat(Sheets.problems(sheet)).containsExactly("2 size size.format");
    }

    @Test
    void a_bad_value_for_a_header_is_a_problem_again() throws IOException {
        CheckedSheet sheet =
                read(Map.of(HeaderField.SIZE, Map.of("36", "x")), "pid,colour,36,37", "7,red,1,2");
        assertThat(Sheets.problems(sheet)).containsExactly("2 x size.format");
    }

    @Test
    void a_colour_that_a_person_gives_may_look_like_nothing() throws IOException {
        CheckedSheet sheet =
                read(
                        Map.of(HeaderField.COLOUR, Map.of("NA", "NA", "#N/B", "#N/B")),
                        LONG,
                        "7,NA,36,1",
                        "7,#N/B,36,1",
                        "7,n/a,36,1");
        assertThat(Sheets.problems(sheet)).containsExactly("4 colour cell.placeholder");
    }

    @Test
    void a_correction_of_a_row_wins_while_its_cell_has_the_text() throws IOException {
        CheckedSheet sheet =
                read(
                        Set.of(
                                all(HeaderField.SIZE, "XL", "44"),
                                row(3, HeaderField.SIZE, "XL", "46"),
                                row(4, HeaderField.SIZE, "XS", "34"),
                                row(5, HeaderField.STOCK, "", "7")),
                        LONG,
                        "7,red,XL,1",
                        "7,red,XL,2",
                        "7,red,40,3",
                        "7,red,41,");
        assertThat(Sheets.colours(sheet))
                .containsExactly("7 red READY [40:3, 41:7, 44:1, 46:2] rows [2, 3, 4, 5]");
        assertThat(told(sheet))
                .containsExactly(
                        "The size 'XL' was read as '44' in 1 cell",
                        "2 texts were read as given for one row: size 'XL' in row 3 as '46',"
                                + " stock '' in row 5 as '7'",
                        "1 correction was not needed: size 'XS' in row 4");
    }

    @Test
    void a_correction_of_a_row_names_its_sheet_where_several_are_read() throws IOException {
        Path file = folder.resolve("two.xlsx");
        try (Workbook book = new XSSFWorkbook()) {
            for (String name : List.of("A", "B")) {
                Sheet sheet = book.createSheet(name);
                for (String line : List.of(LONG, "7," + name + ",XL,1")) {
                    Row row = sheet.createRow(sheet.getPhysicalNumberOfRows());
                    for (String cell : line.split(",")) {
                        row.createCell(row.getPhysicalNumberOfCells()).setCellValue(cell);
                    }
                }
            }
            try (OutputStream out = Files.newOutputStream(file)) {
                book.write(out);
            }
        }
        RowPlace second = new RowPlace("B", 2);
        SheetOptions options =
                new SheetOptions(
                        SheetOptions.SheetChoice.ALL,
                        null,
                        null,
                        null,
                        Set.of(),
                        Set.of(new Correction(HeaderField.SIZE, "XL", "44", second)));
        CheckedSheet sheet = CheckedSheet.read(file, options, rows -> {});
        assertThat(Sheets.colours(sheet))
                .containsExactly("7 A REJECTED [] rows []", "7 B READY [44:1] rows [4]");
    }

    @Test
    void a_colour_that_was_corrected_in_one_row_is_a_problem_in_another() throws IOException {
        CheckedSheet sheet =
                read(Set.of(row(2, HeaderField.COLOUR, "?", "NA")), LONG, "7,?,36,1", "7,NA,37,1");
        assertThat(Sheets.problems(sheet)).containsExactly("3 colour cell.placeholder");
    }

    @Test
    void problems_are_grouped_as_people_correct_them() throws IOException {
        CheckedSheet sheet =
                read(
                        Set.of(),
                        "pid,colour,42,XL",
                        "7,red,few,3",
                        "8,red,1,3",
                        "9,,1,",
                        "9,blue,1.250,");
        assertThat(sheet.groups())
                .extracting(
                        each ->
                                "%d x %s %s '%s' %s %s"
                                        .formatted(
                                                each.count(),
                                                each.code(),
                                                each.field(),
                                                each.found(),
                                                each.offered(),
                                                each.first()))
                .containsExactly(
                        "2 x size.format SIZE 'XL' null [row 2, row 3]",
                        "1 x stock.format STOCK 'few' null [row 2]",
                        "1 x colour.missing COLOUR '' null [row 4]",
                        "1 x stock.format STOCK '1.250' 1250 [row 5]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    size  | 36–40      | 36-40
                    size  | ４２       | 42
                    size  | 2024-12-10 | 10-12
                    size  | 2024-12-12 |
                    size  | XL         |
                    size  | 36.5       |
                    stock | １２       | 12
                    stock | ５，００   | 5
                    stock | 1,250      | 1250
                    stock | 12,000     |
                    stock | few        |
                    """)
    void what_is_likely_meant_is_offered(String field, String found, String offered)
            throws IOException {
        boolean isSize = field.equals("size");
        CheckedSheet sheet =
                read(
                        Set.of(),
                        LONG,
                        "7,red,\"%s\",\"%s\""
                                .formatted(isSize ? found : "36", isSize ? "1" : found));
        assertThat(sheet.groups()).extracting(ProblemGroup::offered).containsExactly(offered);
    }

    @Test
    void values_are_read_after_the_cells_above_are_repeated() throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), LONG + "\n7,BLK,36,1\n,,37,2\n");
        SheetOptions options =
                new SheetOptions(
                        null,
                        null,
                        null,
                        null,
                        Set.of(HeaderField.PRODUCT, HeaderField.COLOUR),
                        Set.of(all(HeaderField.COLOUR, "BLK", "Black")));
        assertThat(Sheets.colours(CheckedSheet.read(file, options, rows -> {})))
                .containsExactly("7 Black READY [36:1, 37:2] rows [2, 3]");
    }

    @Test
    void a_rejects_file_carries_the_columns_of_its_job() throws IOException {
        Path file =
                Files.writeString(folder.resolve("a.csv"), "Style;Shade;EU;On hand\nA1;red;36;x\n");
        SheetOptions options =
                new SheetOptions(
                        null,
                        HeaderOptions.named(
                                Map.of(
                                        HeaderField.ITEM, "Style",
                                        HeaderField.COLOUR, "Shade",
                                        HeaderField.SIZE, "EU",
                                        HeaderField.STOCK, "On hand")),
                        null,
                        null,
                        Set.of(),
                        Set.of());
        List<Problem> problems = CheckedSheet.read(file, options, rows -> {}).problems();
        Path out = Files.createDirectory(folder.resolve("out"));
        Path rejects = RejectsFile.write(file, options, false, problems, out);
        Files.writeString(rejects, Files.readString(rejects).replace(";x;", ";5;"));
        assertThat(Sheets.colours(Sheets.read(rejects)))
                .containsExactly("A1 red READY [36:5] rows [2]");
        assertThat(Sheets.colours(CheckedSheet.read(rejects, options, rows -> {})))
                .containsExactly("A1 red READY [36:5] rows [2]");
    }

    private CheckedSheet read(Map<HeaderField, Map<String, String>> values, String... lines)
            throws IOException {
        Set<Correction> given = new HashSet<>();
        values.forEach(
                (field, texts) ->
                        texts.forEach((found, value) -> given.add(all(field, found, value))));
        return read(given, lines);
    }

    private CheckedSheet read(Set<Correction> values, String... lines) throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), String.join("\n", lines) + "\n");
        return CheckedSheet.read(
                file, new SheetOptions(null, null, null, null, Set.of(), values), rows -> {});
    }

    private static Correction all(HeaderField field, String found, String value) {
        return new Correction(field, found, value, null);
    }

    private static Correction row(int row, HeaderField field, String found, String value) {
        return new Correction(field, found, value, new RowPlace(null, row));
    }

    private static List<String> told(CheckedSheet sheet) {
        return sheet.warnings().stream()
                .filter(warning -> warning.code() == ProblemCode.VALUE_REPLACED)
                .map(Problem::message)
                .toList();
    }
}
