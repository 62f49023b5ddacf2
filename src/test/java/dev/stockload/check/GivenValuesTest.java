package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.RejectsFile;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.header.HeaderField;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** People say how the texts of cells are read. */
class GivenValuesTest {
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
                        "1 value to replace not needed: size 'XS'");
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
    void values_are_read_after_the_cells_above_are_repeated() throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), LONG + "\n7,BLK,36,1\n,,37,2\n");
        SheetOptions options =
                new SheetOptions(
                        null,
                        Map.of(),
                        null,
                        null,
                        Set.of(HeaderField.PRODUCT, HeaderField.COLOUR),
                        Map.of(HeaderField.COLOUR, Map.of("BLK", "Black")));
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
                        Map.of(
                                HeaderField.ITEM, "Style",
                                HeaderField.COLOUR, "Shade",
                                HeaderField.SIZE, "EU",
                                HeaderField.STOCK, "On hand"),
                        null,
                        null,
                        Set.of());
        List<Problem> problems = CheckedSheet.read(file, options, rows -> {}).problems();
        Path out = Files.createDirectory(folder.resolve("out"));
        Path rejects = RejectsFile.write(file, options, problems, out);
        Files.writeString(rejects, Files.readString(rejects).replace(";x;", ";5;"));
        assertThat(Sheets.colours(Sheets.read(rejects)))
                .containsExactly("A1 red READY [36:5] rows [2]");
        assertThat(Sheets.colours(CheckedSheet.read(rejects, options, rows -> {})))
                .containsExactly("A1 red READY [36:5] rows [2]");
    }

    private CheckedSheet read(Map<HeaderField, Map<String, String>> values, String... lines)
            throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), String.join("\n", lines) + "\n");
        return CheckedSheet.read(
                file, new SheetOptions(null, Map.of(), null, null, Set.of(), values), rows -> {});
    }

    private static List<String> told(CheckedSheet sheet) {
        return sheet.warnings().stream()
                .filter(warning -> warning.code() == ProblemCode.VALUE_REPLACED)
                .map(Problem::message)
                .toList();
    }
}
