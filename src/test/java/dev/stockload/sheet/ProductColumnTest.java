package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class ProductColumnTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    10001~10002~             | 10001 10002
                    pid~7~7~~8~              | 7 8
                    Title;Product ID~a;7~b;8 | 7 8
                    7,x~8,y                  | 7 8
                    商品ID,颜色~7,红           | 7
                    """)
    void reads_the_column_with_the_header_or_the_first_column(String text, String ids)
            throws IOException {
        assertThat(ProductColumn.read(write(text)))
                .containsExactly(
                        java.util.Arrays.stream(ids.split(" "))
                                .map(Integer::valueOf)
                                .toArray(Integer[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    pid~7~x          | has 'x' in row 3 where a product id is expected
                    pid~7~-1         | has '-1' in row 3
                    pid~99999999999  | has '99999999999' in row 2
                    name,pid~a       | has '' in row 2
                    name,colour~a,b  | has no column of product ids
                    pid~             | has no product ids
                    """)
    void names_the_row_without_a_product_id(String text, String words) throws IOException {
        Path file = write(text);
        assertThatThrownBy(() -> ProductColumn.read(file))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageStartingWith(file + " " + words);
    }

    @Test
    void reports_a_missing_file() {
        assertThatThrownBy(() -> ProductColumn.read(folder.resolve("none.csv")))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining("does not exist");
    }

    @Test
    void reads_the_tables_that_we_write() throws IOException {
        for (String name : List.of("t.csv", "t.xlsx")) {
            Path file = folder.resolve(name);
            TableFile.write(
                    file,
                    List.of("Title", "Product ID"),
                    target -> {
                        target.row(List.of("=a", 7));
                        target.row(List.of("b", 10_001));
                    });
            assertThat(ProductColumn.read(file)).containsExactly(7, 10_001);
        }
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("ids.csv"), text.replace('~', '\n'));
    }
}
