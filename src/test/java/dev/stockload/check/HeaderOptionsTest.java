package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.problem.Problem;
import dev.stockload.sheet.RejectsFile;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetPreview;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.HeaderOptions;
import dev.stockload.sheet.header.HeaderOptions.Layout;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** People choose the header of a sheet, its layout, and columns that are left out. */
class HeaderOptionsTest {
    private static final Map<HeaderField, String> LETTERS =
            Map.of(
                    HeaderField.ITEM, "B",
                    HeaderField.COLOUR, "c",
                    HeaderField.SIZE, "D",
                    HeaderField.STOCK, "E");

    @TempDir Path folder;

    @Test
    void the_header_is_the_row_that_a_person_chose() throws IOException {
        String[] lines = {
            "pid,colour,size,stock", "1,old,36,9", "pid,colour,size,qty", "7,red,36,1"
        };
        assertThat(Sheets.problems(read(null, lines))).containsExactly("3  row.header");
        CheckedSheet sheet = read(new HeaderOptions(Map.of(), 3, null, Set.of()), lines);
        assertThat(Sheets.colours(sheet)).containsExactly("7 red READY [36:1] rows [4]");
        assertThat(sheet.problems()).isEmpty();
    }

    @Test
    void a_chosen_row_that_is_no_header_is_refused_with_what_it_lacks() {
        HeaderOptions third = new HeaderOptions(Map.of(), 3, null, Set.of());
        assertThatThrownBy(() -> read(third, "pid,colour,size,stock", "7,red,36,1", "8,red,36,1"))
                .hasMessageContaining("row 3 was chosen, but lacks a product id or item number");
        assertThatThrownBy(() -> read(third, "pid,colour,size,stock"))
                .hasMessageContaining("has nothing in row 3, which was chosen as its header");
    }

    @Test
    void without_a_header_columns_are_named_by_letters_and_the_first_row_is_stock()
            throws IOException {
        String[] lines = {"1;A7;red;36;2;x", "2;A7;red;37;?;x"};
        CheckedSheet sheet = read(new HeaderOptions(LETTERS, 0, null, Set.of("F")), lines);
        assertThat(Sheets.colours(sheet)).containsExactly("A7 red HELD [36:2] rows [1]");
        assertThat(Sheets.problems(sheet)).containsExactly("1 C colour.held", "2 E stock.format");
        assertThat(sheet.warnings())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("A without a header")
                .doesNotContain("F");
        assertThat(sheet.summary()).containsEntry("Header", "none");
    }

    @Test
    void a_sheet_without_a_header_comes_back_from_its_rejects_file() throws IOException {
        SheetOptions options = options(new HeaderOptions(LETTERS, 0, null, Set.of()));
        Path file = Files.writeString(folder.resolve("a.csv"), "1;A7;red;36;?\n");
        Path rejects =
                RejectsFile.write(
                        file,
                        options,
                        false,
                        CheckedSheet.read(file, options, rows -> {}).problems(),
                        Files.createDirectory(folder.resolve("out")));
        Files.writeString(rejects, Files.readString(rejects).replace(";?;", ";4;"));
        assertThat(Sheets.colours(Sheets.read(rejects)))
                .containsExactly("A7 red READY [36:4] rows [2]");
        assertThat(Sheets.colours(CheckedSheet.read(rejects, options, rows -> {})))
                .containsExactly("A7 red READY [36:4] rows [2]");
    }

    @Test
    void letters_that_are_none_and_fields_without_a_column_are_said() {
        Map<HeaderField, String> words = Map.of(HeaderField.ITEM, "Item");
        assertThatThrownBy(() -> read(new HeaderOptions(words, 0, null, Set.of()), "A7,red,36,1"))
                .hasMessageContaining("name its columns by their letters, such as B; 'Item' is");
        Map<HeaderField, String> few = Map.of(HeaderField.ITEM, "A", HeaderField.COLOUR, "B");
        assertThatThrownBy(() -> read(new HeaderOptions(few, 0, null, Set.of()), "A7,red,36,1"))
                .hasMessageContaining("is read without a header, and lacks a size column and a");
    }

    @Test
    void the_layout_can_be_chosen() throws IOException {
        String[] both = {"pid,colour,size,stock,36,37", "7,red,38,5,1,2"};
        assertThat(Sheets.colours(read(null, both))).containsExactly("7 red READY [38:5] rows [2]");
        HeaderOptions matrix = new HeaderOptions(Map.of(), null, Layout.MATRIX, Set.of());
        assertThat(Sheets.colours(read(matrix, both)))
                .containsExactly("7 red READY [36:1, 37:2] rows [2]");
        HeaderOptions rows = new HeaderOptions(Map.of(), null, Layout.ROWS, Set.of());
        assertThatThrownBy(() -> read(rows, "pid,colour,36,37", "7,red,1,2"))
                .hasMessageContaining("lacks a size column");
    }

    @Test
    void a_chosen_matrix_may_have_letters_alone_so_that_they_can_be_corrected() throws IOException {
        String[] letters = {"pid,colour,S,XL", "7,red,1,2"};
        HeaderOptions matrix = new HeaderOptions(Map.of(), null, Layout.MATRIX, Set.of());
        assertThatThrownBy(() -> read(null, letters)).hasMessageContaining("lacks a size column");
        assertThat(read(matrix, letters).groups())
                .extracting(each -> each.field() + " " + each.found())
                .containsExactly("SIZE S", "SIZE XL");
    }

    @Test
    void a_column_can_be_left_out_by_its_header_or_its_letter() throws IOException {
        String[] lines = {"pid,colour,size,stock,stock,Rack", "7,red,36,1,2,R1"};
        assertThatThrownBy(() -> read(null, lines)).hasMessageContaining("two columns");
        CheckedSheet sheet =
                read(new HeaderOptions(Map.of(), null, null, Set.of("D", "Rack")), lines);
        assertThat(Sheets.colours(sheet)).containsExactly("7 red READY [36:2] rows [2]");
        assertThat(sheet.warnings()).isEmpty();
    }

    @Test
    void the_first_rows_are_shown_without_a_header() throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "A7,red,36,1\nA7,red,37,1\n");
        HeaderOptions none = new HeaderOptions(Map.of(), HeaderOptions.NONE, null, Set.of());
        SheetPreview preview = SheetPreview.read(file, options(none));
        assertThat(preview.header()).isEqualTo(-1);
        assertThat(preview.columns()).containsExactly("A", "B", "C", "D");
    }

    private static SheetOptions options(HeaderOptions header) {
        return new SheetOptions(null, header, null, null, Set.of(), Set.of());
    }

    private CheckedSheet read(HeaderOptions header, String... lines) throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), String.join("\n", lines) + "\n");
        return CheckedSheet.read(file, options(header), rows -> {});
    }
}
