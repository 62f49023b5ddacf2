package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class CheckedSheetTest {
    private static final String HEADER = "pid,colour,size,stock,ean";

    @TempDir Path folder;

    @Test
    void a_product_may_have_an_item_number_an_id_or_both() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(
                        folder,
                        "pid,item no,colour,size,stock",
                        "7,,red,36,1",
                        ",A-7,red,36,2",
                        "7,A-7,red,36,3",
                        ",007,red,36,4",
                        ",,red,36,5",
                        "x,A-7,red,37,5");
        assertThat(Sheets.colours(sheet))
                .containsExactly(
                        "7 red READY [36:1] rows [2]",
                        "A-7 red READY [36:2] rows [3]",
                        "7 red READY [36:3] rows [4]",
                        "007 red READY [36:4] rows [5]");
        assertThat(Sheets.problems(sheet))
                .containsExactly("6 pid product.missing", "7 pid product.format");
    }

    // ---- rows

    @Test
    void a_row_reports_all_its_problems_at_once() throws IOException {
        CheckedSheet sheet = Sheets.csv(folder, HEADER, "x,,XL,-1,1E9,more,and more", ",,,,,,");
        assertThat(Sheets.problems(sheet))
                .containsExactly(
                        "2  row.long",
                        "2  row.long",
                        "2 pid product.format",
                        "2 colour colour.missing",
                        "2 ean barcode.digits",
                        "2 size size.format",
                        "2 stock stock.negative");
        assertThat(Sheets.messages(sheet).get(1))
                .isEqualTo(
                        "row 2: 'and more' is beyond the last column of the header: put quotes"
                                + " around a cell that has the delimiter in it");
        assertThat(Sheets.counts(sheet)).isEqualTo("1 rows = 0 + 1 + 0, 0 colours = 0 + 0 + 0");
    }

    @Test
    void short_rows_are_padded_and_blank_ones_skipped() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(folder, HEADER, "", "7,red,36,1", " , ,,", "7,red,37", "7,blue,36,5,,,");
        assertThat(Sheets.problems(sheet))
                .containsExactly("3 colour colour.held", "5 stock stock.missing");
        assertThat(Sheets.counts(sheet)).isEqualTo("3 rows = 1 + 1 + 1, 2 colours = 1 + 0 + 1");
    }

    @Test
    void a_colour_is_held_whole() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(
                        folder,
                        HEADER,
                        "7,red,36,1",
                        "7,blue,36,1",
                        "7,red,XL,1",
                        "7,red,38,1",
                        "7,green,x,1",
                        "8,red,36,4",
                        "7,red,39,-1");
        assertThat(Sheets.colours(sheet))
                .containsExactly(
                        "7 red HELD [36:1, 38:1] rows [2, 5]",
                        "7 blue READY [36:1] rows [3]",
                        "7 green REJECTED [] rows []",
                        "8 red READY [36:4] rows [7]");
        assertThat(Sheets.messages(sheet))
                .contains(
                        "row 2, column colour: 'red' is good, but held because row 4 of the same"
                                + " product and colour has a problem: a colour is sent whole");
        assertThat(Sheets.problems(sheet))
                .containsExactly(
                        "2 colour colour.held",
                        "4 size size.format",
                        "5 colour colour.held",
                        "6 size size.format",
                        "8 stock stock.negative");
        assertThat(Sheets.counts(sheet)).isEqualTo("7 rows = 2 + 3 + 2, 4 colours = 2 + 1 + 1");
        assertThat(sheet.pieces()).isEqualTo(5);
    }

    // ---- sizes that collide

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    36 37 38-39        |
                    36 36              | 2 36 duplicate 3, 3 36 duplicate 2
                    36 36 36           | 2 36 duplicate 3, 3 36 duplicate 2, 4 36 duplicate 2
                    36-40 36-40        | 2 36-40 duplicate 3, 3 36-40 duplicate 2
                    36-40 38           | 2 36-40 overlap 3, 3 38 overlap 2
                    38 36-40           | 2 38 overlap 3, 3 36-40 overlap 2
                    36-38 38-40        | 2 36-38 overlap 3, 3 38-40 overlap 2
                    36-38 39-40        |
                    36 36-40 40        | 2 36 overlap 3, 3 36-40 overlap 2, 4 40 overlap 3
                    40 30-50 35 60     | 2 40 overlap 3, 3 30-50 overlap 4, 4 35 overlap 3, 5 held
                    30-35 33-40 39-45 50 | 2 30-35 overlap 3, 3 33-40 overlap 2, 4 39-45 overlap 3, 5 held
                    36 37 36 37        | 2 36 duplicate 4, 3 37 duplicate 5, 4 36 duplicate 2, 5 37 duplicate 3
                    """)
    void finds_sizes_that_collide(String sizes, String expected) throws IOException {
        StringBuilder rows = new StringBuilder(HEADER);
        for (String size : sizes.split(" ")) {
            rows.append("\n7,red,").append(size).append(",1,");
        }
        CheckedSheet sheet = Sheets.csv(folder, rows.toString());
        List<String> found = new ArrayList<>();
        for (Problem problem : sheet.problems()) {
            found.add(
                    problem.code() == ProblemCode.COLOUR_HELD
                            ? problem.row() + " held"
                            : "%d %s %s %s"
                                    .formatted(
                                            problem.row(),
                                            problem.found(),
                                            problem.code().toString().replace("size.", ""),
                                            problem.message().replaceAll(".* row (\\d+).*", "$1")));
        }
        assertThat(String.join(", ", found)).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void colliding_rows_name_each_other() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(folder, HEADER, "7,red,36,1", "7,red,36,2", "7,a,1-3,1", "7,a,2,1");
        assertThat(Sheets.messages(sheet))
                .containsExactly(
                        "row 2, column size: '36' is also in row 3, with the same product and"
                                + " colour: keep one of the two",
                        "row 3, column size: '36' is also in row 2, with the same product and"
                                + " colour: keep one of the two",
                        "row 4, column size: '1-3' overlaps with the size in row 5 of the same"
                                + " product and colour: keep one of the two",
                        "row 5, column size: '2' overlaps with the size in row 4 of the same"
                                + " product and colour: keep one of the two");
        assertThat(Sheets.counts(sheet)).isEqualTo("4 rows = 0 + 4 + 0, 2 colours = 0 + 2 + 0");
    }

    @Test
    void the_same_size_of_another_product_item_or_colour_does_not_collide() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(
                        folder,
                        "pid,item no,colour,size,stock",
                        "7,,red,36,1",
                        "8,,red,36,1",
                        "7,,blue,36,1",
                        ",7,red,36,1");
        assertThat(Sheets.messages(sheet)).isEmpty();
        assertThat(sheet.colourCount()).isEqualTo(4);
    }

    @Test
    void spellings_that_differ_in_case_and_spaces_get_a_warning() throws IOException {
        CheckedSheet sheet =
                Sheets.csv(
                        folder,
                        HEADER,
                        "7,Dark Blue,36,1",
                        "7,dark blue,37,1",
                        "7,DarkBlue,38,1",
                        "7,Dark Blue ,39,1",
                        "7,dark-blue,36,1",
                        "8,dark blue,36,1");
        assertThat(sheet.warnings())
                .extracting(Problem::toString)
                .containsExactly(
                        "row 3, column colour: 'dark blue' is spelled 'Dark Blue' in other rows of"
                                + " the same product: they are sent as one colour, under that"
                                + " name",
                        "row 4, column colour: 'DarkBlue' is spelled 'Dark Blue' in other rows of"
                                + " the same product: they are sent as two colours");
        assertThat(sheet.accepted()).isEqualTo(6);
        assertThat(sheet.colourCount()).isEqualTo(4);
    }

    @Test
    void refuses_a_header_without_rows() throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "\n" + HEADER + "\n,,,\n");
        assertThatThrownBy(() -> Sheets.read(file))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessage(file + " has a header in row 2, but no rows below it");
    }
}
